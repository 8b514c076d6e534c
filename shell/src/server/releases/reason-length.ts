/** The most characters of a reason in a record of a channel. */
export const maxReasonLength = 1000;
