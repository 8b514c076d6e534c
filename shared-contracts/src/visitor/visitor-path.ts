/**
 * The address that answers what is known of the visitor, which a page cannot contain: one page serves all visitors under the
 * same rule. The answer is not cached. In a file of its own, because every page's code has the address, few the schema.
 */
export const visitorPath = "/api/visitor";
