/** The pages made of Markdown, by the name of their file. */
export const policyNames = [
  "cookie-policy",
  "house-rules",
  "payment-details-policy",
  "privacy-policy",
  "terms-conditions",
  "withdrawal-policy",
] as const;
export type PageName = (typeof policyNames)[number] | "responsible-gaming" | "error";
