"use strict";const e=require("./shown.cjs"),t=require("./outputs.cjs"),n=require("./command.cjs");var r=`
Examples:
  evalguard show results/eval-2026-09-28-corpus-run1.json
  evalguard show main:results/eval-2026-09-28-corpus-run1.json --format markdown
  evalguard show ../elsewhere/out.json --format json       any file that a reader knows, in a repository or not
  evalguard show evals/results.json                        a team's own JSON: what it was taken for, and the mapping to paste

A value that was not measured is n/a (unmeasured), with its reason; it is never 0.
${n.i({0:`shown, whatever it says`,3:n.t})}`,i=t.r({log:()=>e.n},{json:e.t});function a(e,a){let o=e.command(`show`).argument(`<result>`,`a file, inside a repository or not, or REV:PATH`).description(`show one result: metrics, verdicts, claimed beside recomputed, judge, coverage`).addHelpText(`after`,r);n.c(o,[...i.keys()]).action(async(e,r)=>{let{host:o}=a,s=new t.t(r,i,o),{show:c}=await Promise.resolve().then(()=>require("./show.cjs")).then(e=>e.t);await s.deliver(await c({...n.o(r,o),from:o.cwd,result:e}),!1)})}exports.addShow=a;