import type { ErrorWords } from "./error-markup.ts";

/** The generic message (B203). */
export const genericMessage = "Unexpected error. Please contact customer service for further assistance.";

/** The words of the shell's own error page (B198), on the server and in the browser. */
export const unexpectedError: ErrorWords = { title: "Error : 500 Unexpected Error", message: `We are fixing this shortly. ${genericMessage}` };
