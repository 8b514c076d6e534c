/**
 * Where the browser learns what a page cannot say, because one page serves all visitors under the same rule. Asked only
 * where it matters, and never kept. In a file of its own: every page's code has the address, few have the answer's schema.
 */
export const visitorPath = "/api/visitor";
