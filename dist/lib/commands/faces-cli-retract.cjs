"use strict";const requireLater=async path=>require(path),later=async load=>load();const{c,f:l,g:p,h:y}=require("./faces-cli-command-part.cjs");require("../../commands.cjs").piece5();const{a:i}=require("./reporters-json-part.cjs");const{c:d}=require("./core-shell-part.cjs");const{b:o,e:s}=require("../../commands.cjs").piece2();require("./core-path-part.cjs");require("../../commands.cjs").piece6();var b=`
Examples:
  evalguard retract results/eval-2026-09-28-corpus-run1.json --reason "the index had not been built"
  evalguard retract results/a.json --reason "answer key leaked" --superseded-by results/b.json
  evalguard retract 1a2b3c4:results/lost.json --reason "overwritten by mistake; the numbers are void"

The record stays as it is. A second file beside it says why it does not count; reports mark it, thresholds pass it over.
${y({0:"retracted; with --dry-run, it would be",3:p})}`;function x(u,h){u.command("retract").argument("<result>","the record: a file, or REV:PATH for one that history lost").description("add a retraction: which record, why, and what replaces it").requiredOption("--reason <text>","why it does not count, in words").option("--superseded-by <result>","the record that replaces it").option("-C <dir>","look at the repository around this directory").option("--config <path>","the policy's path in the repository","evalguard.yaml").option("--policy-file <file>","use this file on disk as the policy").option("--dry-run","write nothing; say what would be written").option("--json","print the retraction and its path as JSON, for scripts").addHelpText("after",b).action(async(m,t)=>{let{retract:w}=await later(()=>require("./commands-retract.cjs")),{host:e}=h,r=t.dryRun===!0,n=await w({cwd:c(t,e),env:e.env,now:new Date,from:e.cwd,policy:l(t,e),result:m,reason:t.reason,supersededBy:t.supersededBy??null,dryRun:r}),{path:a,of:f}=n;e.stdout.write(t.json?i({recorded:!r,...n}):`${r?"would retract":"retracted"} ${s(o(f.path))}
  ${o(a)}
  Commit it: ${d(a)}
  It counts once it has landed.
`)})};module.exports={addRetract:x};
