import type { Islands } from "@site/contracts/host/islands";
import type { PagePayload, PayloadSlot, PayloadStyle } from "@site/contracts/pages/payload";
import { patch } from "./patch.ts";

/** The timeout in milliseconds for a style sheet, after which a soft navigation becomes a document load. */
const styleTimeoutMs = 3000;

const policy = window.trustedTypes?.createPolicy("site", { createHTML: (html) => html });

/** Parses HTML of a payload, which comes from this origin: the only HTML that scripts of the site turn into nodes. */
function toNodes(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = policy?.createHTML(html) ?? html;
  return template.content;
}

export interface PageView {
  /**
   * Adds the style sheets of a page that the document lacks. They apply at once, also when the page is only prefetched. The present page does not change,
   * because a release check requires a class with the remote's name in each selector.
   * @throws when a style sheet does not load
   */
  prepare(payload: PagePayload): Promise<void>;
  /** Fills an application's container from a page. Equal slots and hydrated islands stay. */
  fill(payload: PagePayload, application: string): void;
  /** Marks the content of an application's container as unknown, so that the next page replaces it. */
  clear(application: string): void;
  /** Sets title, heading and head of a page. */
  describe(payload: PagePayload): void;
}

/** Replaces the page that is shown in this document by another. */
export function createPageView(islands: Islands, inlined: readonly string[]): PageView {
  const parsed = new WeakMap<PayloadSlot, DocumentFragment>();
  const sheets = new Map<string, Promise<void>>(inlined.map((url) => [url, Promise.resolve()]));

  function addSheet(style: PayloadStyle): Promise<void> {
    const coming = style.text === undefined ? fetchSheet(style) : Promise.resolve(adoptSheet(style.text));
    sheets.set(style.url, coming);
    // A failure is not cached: the next call fetches again.
    coming.catch(() => sheets.delete(style.url));
    return coming;
  }

  /** The nodes of a slot, to be put into the document: parsed once, and handed out once. */
  function takeNodes(slot: PayloadSlot): DocumentFragment {
    const nodes = parsed.get(slot) ?? toNodes(slot.html);
    parsed.delete(slot);
    return nodes;
  }

  return {
    async prepare({ styles, slots }) {
      for (const slot of slots) if (!parsed.has(slot) && !isShown(slot)) parsed.set(slot, toNodes(slot.html));
      const late = new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error("A style sheet is late")), styleTimeoutMs),
      );
      await Promise.race([late, Promise.all(styles.map((style) => sheets.get(style.url) ?? addSheet(style)))]);
    },
    fill(payload, application) {
      const slot = payload.slots.find((one) => one.application === application);
      const container = findContainer(application);
      if (!slot || !container) return;
      const { parts } = payload;
      if (isShown(slot)) return islands.adopt(container, parts);
      if (islands.isTaken(container)) {
        container.dataset["key"] = slot.key;
        return islands.update(container, takeNodes(slot), parts);
      }
      const { island } = container.dataset;
      const nodes = takeNodes(slot);
      // Two renders of one island differ little: patching keeps equal elements, which then need no new style and layout.
      const isRedrawn = island !== undefined && island === slot.attributes["island"];
      if (!isRedrawn) islands.drop(container);
      for (const name of Object.keys(container.dataset)) delete container.dataset[name];
      Object.assign(container.dataset, slot.attributes, { key: slot.key });
      islands.exchange(container, parts, () =>
        isRedrawn ? patch(container, nodes, islands.isTaken) : container.replaceChildren(nodes),
      );
    },
    clear(application) {
      const container = findContainer(application);
      if (container) islands.drop(container);
    },
    describe({ documentTitle, heading, description, canonical, layout }) {
      document.title = documentTitle;
      document.documentElement.dataset["layout"] = layout;
      const title = document.querySelector("main > h1");
      if (title) title.textContent = heading;
      document.querySelector('meta[name="description"]')?.setAttribute("content", description);
      // A page that search engines must not index has `robots` instead of a canonical address.
      document.querySelector('meta[name="robots"], link[rel="canonical"]')?.remove();
      document.head.append(
        canonical === null
          ? toElement("meta", { name: "robots", content: "noindex" })
          : toElement("link", { rel: "canonical", href: canonical }),
      );
    },
  };
}

/** Adds a style sheet whose text came with a payload, as a document has it with its HTML. */
function adoptSheet(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

/** Fetches a style sheet whose text is not in the payload, such as that of a footer on the first page with one. */
async function fetchSheet(style: PayloadStyle): Promise<void> {
  const { linkSheet } = await import(/* webpackChunkName: "first-touch" */ "../first-touch/first-touch.ts");
  return linkSheet(style);
}

/** Whether a slot's container already has its content, unchanged. */
function isShown({ application, key }: PayloadSlot): boolean {
  return findContainer(application)?.dataset["key"] === key;
}

function toElement(name: "meta" | "link", attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/** The element of an application: the server made it, or single-spa-layout did. */
export function findContainer(application: string): HTMLElement | null {
  return document.getElementById(`single-spa-application:${application}`);
}
