var a="0.1.0";module.exports={a};
