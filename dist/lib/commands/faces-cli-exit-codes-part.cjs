"use strict";const requireLater=async path=>require(path),later=async load=>load();var i="the command line, the policy or a named file cannot be used",r="evalguard could not look: git failed, or history is missing";function s(e){let t={2:i,...e};return["","Exit codes:",...Object.entries(t).map(([n,o])=>`  ${n}  ${o}`),""].join(`
`)};module.exports={a:r,b:s};
