import type { PayloadStyle } from "@site/contracts/pages/payload";

/** Adds a style sheet by its address. @throws when it does not load, or has another hash */
export function linkSheet({ url, integrity }: PayloadStyle): Promise<void> {
  const link = document.createElement("link");
  const coming = new Promise<void>((resolve, reject) => {
    const onerror = (): void => {
      link.remove();
      reject(new Error(`${url} did not load`));
    };
    Object.assign(link, {
      rel: "stylesheet",
      crossOrigin: "anonymous",
      integrity,
      href: url,
      onload: resolve,
      onerror,
    });
  });
  // The last style sheet of the document: one before the headline's, in `main`, makes Chromium apply typefaces anew, among them the
  // brand's, which came too late for this page.
  document.body.append(link);
  return coming;
}
