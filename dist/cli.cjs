#!/usr/bin/env node
"use strict";const $load=async path=>require(path),$then=async load=>load();const once=f=>{let v;return()=>v??=f()};const $0=once((function(){var e="0.1.0";process.argv.length===3&&(process.argv[2]==="--version"||process.argv[2]==="-V")?process.stdout.write(`${e}
`):(process.stdout.on("error",()=>{}),$load(process.argv[2]==="check"?"./check.cjs":"./commands.cjs").then(async({run:s})=>{process.exitCode=await s({args:process.argv.slice(2),env:process.env,cwd:process.cwd(),stdin:process.stdin,stdout:process.stdout,stderr:process.stderr})}));;return{};}));
Object.assign(exports,$0(),{$0});
