/** What browsers get in the place of `server-sentences.ts`. */
export const serverSentences = {};

/** Browsers have no secrets of a server. */
export const hideSecrets = (text: string): string => text;
