#!/usr/bin/env node
"use strict";const requireLater=async path=>require(path),later=async load=>load();const once=f=>{let v;return()=>v??=f()};const piece0=once((function(){var e="0.1.0";process.argv.length===3&&(process.argv[2]==="--version"||process.argv[2]==="-V")?process.stdout.write(`${e}
`):(process.stdout.on("error",()=>{}),requireLater(process.argv[2]==="check"||process.argv[2]==="audit"?`./${process.argv[2]}.cjs`:"./commands.cjs").then(async({run:s})=>{process.exitCode=await s({args:process.argv.slice(2),env:process.env,cwd:process.cwd(),get stdin(){return process.stdin},stdout:process.stdout,get stderr(){return process.stderr}})}));;return{};}));
Object.assign(exports,piece0(),{piece0});
