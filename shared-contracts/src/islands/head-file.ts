/** The name of a head fragment's plain script among the browser files of a release. */
export const headFile = "head.js";
