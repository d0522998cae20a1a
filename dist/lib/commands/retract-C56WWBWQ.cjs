var h=Object.create;var c=Object.defineProperty;var p=Object.getOwnPropertyDescriptor;var y=Object.getOwnPropertyNames;var w=Object.getPrototypeOf,m=Object.prototype.hasOwnProperty;var b=(e,t,o,r)=>{if(t&&typeof t=="object"||typeof t=="function")for(let s of y(t))!m.call(e,s)&&s!==o&&c(e,s,{get:()=>t[s],enumerable:!(r=p(t,s))||r.enumerable});return e};var f=(e,t,o)=>(o=e!=null?h(w(e)):{},b(t||!e||!e.__esModule?c(o,"default",{value:e,enumerable:!0}):o,e));const{b:v,e:q}=require("./chunk-7NPVXMFT.cjs");require("./chunk-NCT2MQJY.cjs");const{c:g}=require("./chunk-YKQV7GD6.cjs");require("./chunk-6WQE727T.cjs");const{a:j}=require("./chunk-X2C4EET7.cjs"),{b:u,d:k}=require("./chunk-F3Y47FFA.cjs");require("./chunk-4ZMXIWMA.cjs");var x=`
Examples:
  evalguard retract results/eval-2026-09-28-corpus-run1.json --reason "the index had not been built"
  evalguard retract results/a.json --reason "answer key leaked" --superseded-by results/b.json
  evalguard retract 1a2b3c4:results/lost.json --reason "overwritten by mistake; the numbers are void"

The record stays as it is. A second file beside it says why it does not count; reports mark it, thresholds pass it over.
`;function R(e,t){e.command("retract").argument("<result>","the record: a file, or REV:PATH for one that history lost").description("add a retraction: which record, why, and what replaces it").requiredOption("--reason <text>","why it does not count, in words").option("--superseded-by <result>","the record that replaces it").option("-C <dir>","look at the repository around this directory").option("--config <path>","the policy's path in the repository","evalguard.yaml").option("--policy-file <file>","use this file on disk as the policy").option("--dry-run","write nothing; say what would be written").option("--json","print the retraction and its path as JSON, for scripts").addHelpText("after",x).action(async(o,r)=>{let{retract:s}=await Promise.resolve().then(()=>f(require("./retract-6QR373ZH.cjs"))),{host:a}=t,i=r.dryRun===!0,n=await s({cwd:v(r,a),env:a.env,now:new Date,from:a.cwd,policy:q(r,a),result:o,reason:r.reason,supersededBy:r.supersededBy??null,dryRun:i}),{path:d,of:l}=n;a.stdout.write(r.json?j({recorded:!i,...n}):`${i?"would retract":"retracted"} ${k(u(l.path))}
  ${u(d)}
  Commit it: ${g(d)}
  It counts once it has landed.
`)})}module.exports={addRetract:R};
