/** Whose a key, a token or a server is, as lists and the history name it: 1 to 80 characters, without control characters, and none of them white space at an end. */
export const ownerPattern = /^(?!.*\p{Cc})\S(.{0,78}\S)?$/u;
