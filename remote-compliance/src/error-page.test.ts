import { expect, test } from "vitest";
import { renderPage } from "../testing/render-text.tsx";
import { toText } from "../testing/to-text.ts";

function renderError(status: number, path = "/no-such-page/"): string {
  return renderPage("error", { page: { name: "error", path, params: {}, status } });
}

test("B195 B196 the 403 page has an image and links to support, and to no other page", () => {
  const html = renderError(403);
  expect(toText(html)).toContain("Oops! Access Denied :(");
  expect(html).toContain(`role="img" aria-label="`);
  expect([...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "mailto:support@fake.example",
    "tel:+441632960001",
  ]);
});

test("B022 B197 B199 the 404 page shows the path once and links back", () => {
  const html = renderError(404, "/no-such-page/");
  expect(html).toContain("Page not found: /no-such-page/<");
  expect(html.split("/no-such-page/")).toHaveLength(2);
  expect(toText(html)).toContain("Error : 404 Page Not Found");
  expect(toText(html)).toMatch(/misdeal.+reshuffle/);
  expect(html).toMatch(/href="\/"[^>]*>Head back to the tables/);
  expect(html).toMatch(/href="\/"[^>]*data-history-back/);
});

test("B022 a path is shown as text", () => {
  expect(renderError(404, "/<img>/")).toContain("Page not found: /&lt;img&gt;/");
});

test("B305 the 500 page shows the code of the failure, and nothing of it where there is none", () => {
  const page = { name: "error", path: "/", status: 500 };
  expect(toText(renderPage("error", { page: { ...page, params: { error: "3f2a9c0d11aa" } } }))).toContain(
    " Error code: 3f2a9c0d11aa ",
  );
  expect(toText(renderError(500))).not.toContain("Error code");
});

test.each([500, 502, 418])("B198 B200 B203 the status %i is shown as 500", (status) => {
  const html = renderError(status);
  const text = toText(html);
  expect(text).toContain(" 500 Error : 500 Unexpected Error ");
  expect(text).toContain("issues are being fixed shortly");
  expect(text).toContain("Unexpected error. Please contact customer service for further assistance.");
  expect(html).toContain("data-history-back");
});
