/** The most characters of a reason in a trust list. */
export const maxTrustReasonLength = 200;
