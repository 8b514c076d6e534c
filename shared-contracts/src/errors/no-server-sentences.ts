/** What browsers get in the place of `server-sentences.ts`. */
export const serverSentences = {};
