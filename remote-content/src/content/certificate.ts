/** What is written on the drawing of the certificate; its lines stay empty. */
export const certificate = {
  kind: "Certificate",
  title: "World record",
  lines: ["Record", "Date", "Verified by"],
} as const;
