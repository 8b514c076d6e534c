import type { PageState } from "@site/contracts/pages/payload";
import type { BrowserSet } from "@site/contracts/releases/browser-set";

interface InlinedData {
  "site-state": PageState;
  "site-set": BrowserSet;
}

/**
 * Reads data the server inlined in the page. It is part of the same verified response as this page's policy and was
 * written from the same types, so it is not parsed a second time: the schemas would weigh more than the core.
 * @param mark the page's own class on what the server wrote, which no HTML of a remote can have
 */
export function readPageData<Id extends keyof InlinedData>(id: Id, mark: string): InlinedData[Id] {
  const text = document.querySelector(`#${id}.${mark}`)?.textContent;
  if (!text) throw new Error(`The page carries no ${id}.`);
  const data: InlinedData[Id] = JSON.parse(text);
  return data;
}
