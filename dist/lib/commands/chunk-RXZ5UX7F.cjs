var a={error:31,warning:33,note:36,pass:32,fail:31,incomplete:33,met:32,missed:31,unmeasured:33,heading:1,aside:2};function i(r){return(n,e)=>r?`\x1B[${a[n]}m${e}\x1B[0m`:e}module.exports={a:i};
