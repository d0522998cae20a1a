import { build } from 'esbuild';
for (const [name, splitting] of [['one',false]]) 
await build({absWorkingDir:'/work/wt/speed',preserveSymlinks:true,bundle:true,platform:'node',target:'node20.19',format:'cjs',minify:process.argv[3]!=='n',charset:process.argv[2]||'utf8',entryPoints:{check:'src/faces/check-only.ts'},outfile:'/tmp/one/check.cjs', logLevel:'warning', supported:{'dynamic-import':false}});
