import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { createServerEntry } from "../../react/server-entry.server.tsx";
import { toLifecycles } from "../../react/lifecycles.browser.tsx";
import { createFakeContext, fakeSite } from "../../testing/fake-site.ts";
import { listMessageLocales } from "./locale-fallback.ts";

const brazil = createFakeContext({ locale: { code: "pt-br", languageTag: "pt-BR", prefix: "/pt-br" } });
const definition = {
  component: () => "Words",
  hydrate: "never" as const,
  head: (_context: unknown, text: (id: string) => string) => ({ title: text("page.title"), description: "" }),
};
const english = { default: { "page.title": "Title" } };
const broken = () => Promise.reject(new Error("the chunk is gone"));

let warned: MockInstance;
let logged: MockInstance;
beforeEach(() => {
  warned = vi.spyOn(console, "warn").mockReturnValue();
  logged = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

test("a page's messages are searched in its own language, the site's default one, and English, each once", () => {
  expect(listMessageLocales({ ...brazil, site: { ...fakeSite, defaultLocale: "fr" } })).toEqual(["pt-br", "fr", "en"]);
  expect(listMessageLocales(createFakeContext())).toEqual(["en"]);
});

test("B184 a package without the page's language is rendered in another, reports the missing one, and marks the language of its text (B288)", () => {
  const entry = createServerEntry({ page: definition }, { en: english.default });
  expect(entry.render("page", "content/page", brazil)).toMatchObject({
    head: { title: "Title" },
    lacksLocale: "pt-br",
    html: `<div lang="en">Words</div>`,
  });
  expect(entry.render("page", "content/page", createFakeContext())).not.toHaveProperty("lacksLocale");
  expect(entry.render("page", "content/page", createFakeContext()).html).toBe("Words");
});

test("B184 a package without messages reports no missing language", () => {
  const wordless = { component: () => null, hydrate: "never" as const };
  expect(createServerEntry({ page: wordless }, {}).render("page", "content/page", brazil)).not.toHaveProperty(
    "lacksLocale",
  );
});

describe("in the browser", () => {
  test("B177 the messages of the page's language are loaded, and no other's", async () => {
    const other = vi.fn(() => Promise.resolve(english));
    await toLifecycles(definition, {
      "pt-br": () => Promise.resolve({ default: { "page.title": "Título" } }),
      en: other,
    }).prepare(brazil);
    expect(other).not.toHaveBeenCalled();
    expect([warned.mock.calls, logged.mock.calls]).toEqual([[], []]);
  });

  test("B184 a missing language is warned about once, and the next is used", async () => {
    const lifecycles = toLifecycles(definition, { en: () => Promise.resolve(english) });
    await lifecycles.prepare(brazil);
    await lifecycles.prepare(brazil);
    expect(warned.mock.calls).toEqual([["There are no messages in pt-br."]]);
  });

  test("B183 a language that cannot be loaded is logged, and no other is used, because the HTML is in it", async () => {
    const other = vi.fn(() => Promise.resolve(english));
    await expect(toLifecycles(definition, { "pt-br": broken, en: other }).prepare(brazil)).rejects.toThrow(
      "the chunk is gone",
    );
    expect(other).not.toHaveBeenCalled();
    expect(logged.mock.calls).toEqual([["The messages in pt-br could not be loaded.", expect.any(Error)]]);
  });
});
