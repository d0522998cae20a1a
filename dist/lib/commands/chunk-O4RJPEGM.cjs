function M(a,t,e){let h=Math.abs(a-t),s=Math.max(1e-9*Math.max(Math.abs(a),Math.abs(t)),1e-12);return h<=s+(e===void 0?0:.5*10**-e)}module.exports={a:M};
