const{i}=require("./chunk-OXRGYZFU.cjs");function n({cwd:r,env:t,gitDirectory:e}){return i.open({cwd:r,env:t,hook:!1,...e===void 0?{}:{gitDirectory:e}})}module.exports={a:n};
