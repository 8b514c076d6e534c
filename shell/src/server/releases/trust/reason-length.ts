/** The most characters of a reason in a record of a channel. */
export const maxReasonLength = 1000;

/** The most characters of a reason in a trust list. */
export const maxTrustReasonLength = 200;
