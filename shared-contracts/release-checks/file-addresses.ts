import { imageBasePath } from "../src/islands/image.ts";

/** How the addresses of a site's files, pictures and APIs begin. No page has such an address. */
export const fileAddresses: readonly string[] = [
  "/-/",
  "/api/",
  "/assets/",
  "/builds/",
  "/download/qr/",
  imageBasePath,
];
