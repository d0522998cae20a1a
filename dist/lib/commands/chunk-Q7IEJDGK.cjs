var r="evalguard.result/v1",a="evalguard.retraction/v1",e=[r,a,"evalguard.report/v1"],t="{suite}-{date}-{routing}[-{variant}]-run{run}.json";module.exports={a:r,b:a,c:e,d:t};
