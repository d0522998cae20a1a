const{a:n}=require("./chunk-F3Y47FFA.cjs");function o(r){return`${JSON.stringify(r,null,2).replace(/##(?=\w*\[)/g,"#\\u0023").replace(n,e=>e===`
`?e:u(e))}
`}function u(r){return Array.from({length:r.length},(e,t)=>`\\u${r.charCodeAt(t).toString(16).padStart(4,"0")}`).join("")}module.exports={a:o};
