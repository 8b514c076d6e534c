import { describe, expect, test } from "vitest";
import { isCounted, toPageEvent } from "./page-event.ts";

const page = {
  path: "/contact/",
  name: "contact",
  title: "Contact us",
  location: "https://www.ggp.example/contact/?utm_source=letter#top",
};

describe("B225 the page view that is reported to a tag", () => {
  test("is the tag manager's event with path and name, without query", () => {
    expect(toPageEvent("content-view", page)).toEqual({
      kind: "push",
      entry: { event: "content-view", "content-name": "/contact/", "content-view-name": "contact" },
    });
  });

  test("is Google's page view with path, title and the whole address", () => {
    expect(toPageEvent("page_view", page)).toEqual({
      kind: "gtag",
      parameters: [
        "event",
        "page_view",
        { page_path: "/contact/", page_title: "Contact us", page_location: page.location },
      ],
    });
  });
});

describe("B216 B217 whether a page is counted", () => {
  test.each([
    "https://a.example/",
    "https://a.example/?q=clean",
    "https://a.example/clean/?x=lighthouse",
    "https://a.example/?cleaner=1",
  ])("%s is", (address) => {
    expect(isCounted(address)).toBe(true);
  });

  test.each([
    "https://a.example/?clean",
    "https://a.example/?a=1&clean=0",
    "https://a.example/?lighthouse",
    "https://a.example/?lighthouse=1#x",
  ])("%s is not", (address) => {
    expect(isCounted(address)).toBe(false);
  });
});
