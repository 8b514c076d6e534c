import type { Certificate } from "@site/contracts/site/site-facts";

/** The record of the brand (B087). Plainly an example: neither the record nor its verifier exists. */
export const certificate: Certificate = {
  record: { en: "Most hands dealt at one table in a day" },
  date: "2024-02-29",
  verifier: { en: "Example Institute of Records" },
};
