/**
 * The owner's name of a key, a token or a server, in lists and the history: 1 to 80 characters, without control characters, and without white space
 * at either end.
 */
export const ownerPattern = /^(?!.*\p{Cc})\S(.{0,78}\S)?$/u;
