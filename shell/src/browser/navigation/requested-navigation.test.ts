import { createRecordingBus } from "@site/contracts/testing/recording-bus";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toRequestedUrl } from "./requested-navigation.ts";

beforeEach(() => void vi.stubGlobal("location", { origin: "https://www.ggp.example" }));
afterEach(() => void vi.unstubAllGlobals());

describe("B205 a navigation that a remote requests", () => {
  test.each([
    [{ to: "/contact/?a=1#b" }, "https://www.ggp.example/contact/?a=1#b"],
    [{ to: "/contact/", external: true }, "https://www.ggp.example/contact/"],
    [{ to: "https://elsewhere.example/x", external: true }, "https://elsewhere.example/x"],
  ])("%j leads to %s", (request, url) => {
    expect(toRequestedUrl(createRecordingBus(), request).href).toBe(url);
  });

  test.each([
    [{ to: "https://elsewhere.example/" }, "it is not of this site, and the request does not say `external`"],
    [
      { to: "https://elsewhere.example/", external: "true" },
      "it is not of this site, and the request does not say `external`",
    ],
    [{ to: "//elsewhere.example/", external: true }, "expected a path of this site or an https address"],
    [{ to: "javascript:alert(1)", external: true }, "expected a path of this site or an https address"],
    [{ to: "http://elsewhere.example/", external: true }, "expected a path of this site or an https address"],
    [{ to: 7, external: true }, "expected a path of this site or an https address"],
    [{}, "expected a path of this site or an https address"],
    [null, "expected a path of this site or an https address"],
    ["/contact/", "expected a path of this site or an https address"],
  ])("%j throws, and `navigation:refused` is emitted", (request, problem) => {
    const bus = createRecordingBus();
    expect(() => toRequestedUrl(bus, request)).toThrow(expect.objectContaining({ code: "NAVIGATION_REFUSED" }));
    expect(bus.events).toEqual([{ name: "navigation:refused", detail: { problem: expect.stringMatching(problem) } }]);
  });
});
