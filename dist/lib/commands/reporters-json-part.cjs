"use strict";const requireLater=async path=>require(path),later=async load=>load();const{a:r}=require("../../commands.cjs").piece2();function u(t){return`${JSON.stringify(t,null,2).replace(/##(?=\w*\[)/g,"#\\u0023").replace(r,n=>n===`
`?n:o(n))}
`}function o(t){return Array.from({length:t.length},(e,n)=>`\\u${t.charCodeAt(n).toString(16).padStart(4,"0")}`).join("")};module.exports={a:u};
