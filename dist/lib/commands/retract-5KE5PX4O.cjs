"use strict";const $load=async path=>require(path),$then=async load=>load();const{b:d,e:c}=require("./chunk-4BB2ZBBG.cjs");require("../../commands.cjs").$2();const{c:l}=require("../../action.cjs").$41();require("../../action.cjs").$26();const{a:i}=require("../../action.cjs").$47();const{b:o,d:s}=require("../../action.cjs").$42();require("../../commands.cjs").$3();var w=`
Examples:
  evalguard retract results/eval-2026-09-28-corpus-run1.json --reason "the index had not been built"
  evalguard retract results/a.json --reason "answer key leaked" --superseded-by results/b.json
  evalguard retract 1a2b3c4:results/lost.json --reason "overwritten by mistake; the numbers are void"

The record stays as it is. A second file beside it says why it does not count; reports mark it, thresholds pass it over.
`;function j(p,y){p.command("retract").argument("<result>","the record: a file, or REV:PATH for one that history lost").description("add a retraction: which record, why, and what replaces it").requiredOption("--reason <text>","why it does not count, in words").option("--superseded-by <result>","the record that replaces it").option("-C <dir>","look at the repository around this directory").option("--config <path>","the policy's path in the repository","evalguard.yaml").option("--policy-file <file>","use this file on disk as the policy").option("--dry-run","write nothing; say what would be written").option("--json","print the retraction and its path as JSON, for scripts").addHelpText("after",w).action(async(u,t)=>{let{retract:m}=await $then(()=>require("./retract-B22ADAQX.cjs")),{host:e}=y,r=t.dryRun===!0,n=await m({cwd:d(t,e),env:e.env,now:new Date,from:e.cwd,policy:c(t,e),result:u,reason:t.reason,supersededBy:t.supersededBy??null,dryRun:r}),{path:a,of:h}=n;e.stdout.write(t.json?i({recorded:!r,...n}):`${r?"would retract":"retracted"} ${s(o(h.path))}
  ${o(a)}
  Commit it: ${l(a)}
  It counts once it has landed.
`)})};module.exports={addRetract:j};
