function r(l,i){let n=new Map;for(let e of l){let t=i(e);if(t===null)continue;let o=n.get(t);o===void 0?n.set(t,[e]):o.push(e)}return new Map([...n].sort(([e],[t])=>e<t?-1:1))}module.exports={a:r};
