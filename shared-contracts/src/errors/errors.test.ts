import { describe, expect, expectTypeOf, test } from "vitest";
import { generateKey } from "../../signing/signing-key.ts";
import { type ErrorDetails, isSiteError, SiteError, toProblem } from "./errors.ts";
import { serverSentences } from "./server-sentences.ts";

describe("a site error", () => {
  test("carries a code and a complete sentence with every detail in its place", () => {
    const error = new SiteError("REVISION_CONFLICT", { channel: "stable", actual: 7, expected: 6 });
    expect(error.code).toBe("REVISION_CONFLICT");
    expect(error.message).toContain("The channel stable is at revision 7, not 6");
    expect(error.details).toEqual({ channel: "stable", actual: 7, expected: 6 });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("SiteError");
  });

  test("repeats no token but its id, and no private key, in any detail and of any other error", () => {
    const token = `site_0123456789ab_${"s3cret-_".repeat(5)}abc`;
    const key = generateKey().pem.trim();
    const [, keyText = ""] = key.split("\n");
    const inJson = JSON.stringify(JSON.stringify({ key, after: "this stays" }));
    for (const secret of [token, `http://${token}@127.0.0.1/?${token}`, key, key.slice(0, 60), inJson]) {
      const error = new SiteError("PACKAGE_UNKNOWN", { name: secret, known: "content" });
      for (const text of [error.message, toProblem(error), toProblem(new Error(secret))]) {
        for (const hidden of ["s3cret", keyText.slice(0, 20)]) expect(text).not.toContain(hidden);
        expect(text).toMatch(/site_0123456789ab_…|\(a private key\)/);
      }
      expect(error.message).toMatch(/There are: content\.$/);
    }
    expect(JSON.parse(JSON.parse(toProblem(new Error(inJson))))).toEqual({
      key: "(a private key)",
      after: "this stays",
    });
  });

  test("inserts a detail unchanged, also one that looks like a placeholder or a replacement pattern", () => {
    for (const path of ["/{path}/", "/$&/", "/$'/", "/$$/", "/{code}/"]) {
      expect(new SiteError("HTTP_UNREACHABLE", { method: "GET", url: path }).message).toBe(
        `GET ${path} could not be reached.`,
      );
    }
  });

  test("ends a detail that is a sentence itself with one full stop", () => {
    const { message } = new SiteError("COMPOSE_FAILED", { problem: "The disk is full." });
    expect(message).toMatch(/^The site could not be composed: The disk is full\. What is live/);
    expect(message).toBe(new SiteError("COMPOSE_FAILED", { problem: "The disk is full" }).message);
  });

  test("keeps its cause", () => {
    const cause = new TypeError("socket hang up");
    expect(new SiteError("HTTP_UNREACHABLE", { method: "GET", url: "/api/navigations" }, { cause }).cause).toBe(cause);
  });

  test("is told from other errors, by its code when one is asked for", () => {
    const error: unknown = new SiteError("STORE_CORRUPT", { path: "7.json" });
    expect(isSiteError(error)).toBe(true);
    expect(isSiteError(error, "STORE_CORRUPT")).toBe(true);
    expect(isSiteError(error, "RELEASE_INVALID")).toBe(false);
    expect(isSiteError(new Error("STORE_CORRUPT"))).toBe(false);
    expect(isSiteError({ code: "STORE_CORRUPT" })).toBe(false);
  });

  test("anything thrown has a sentence", () => {
    expect(toProblem(new Error("too late"))).toBe("too late");
    expect(toProblem("too late")).toBe("too late");
    expect(toProblem(undefined)).toBe("undefined");
  });
});

/** Errors whose details say what to do: texts of the place that raises them. */
const advisedByDetails = ["BUILD_FAILED", "ENVIRONMENT_INVALID", "PUBLISH_REFUSED", "RELEASE_REFUSED"];

function isWithoutAdvice(sentence: string): boolean {
  return /\{problems?\}\.?$/.test(sentence) || !/[.;:,] \S|\} [A-Z]/.test(sentence.replace(/: \{\w+\}/, ""));
}

test("no sentence of an error of servers and commands ends with what is wrong: what to do stands behind it", () => {
  const found = Object.entries(serverSentences).filter(([, sentence]) => isWithoutAdvice(sentence));
  expect(found.map(([code]) => code).filter((code) => !advisedByDetails.includes(code))).toEqual([]);
});

test("a sentence ends with a full stop or a question mark, with a text of the place that raises it, or with a command to copy", () => {
  const found = Object.entries(serverSentences).filter(
    ([, sentence]) => !/[.?]$|\{(advice|problems?)\}$|: site promote \{releases\}$/.test(sentence),
  );
  expect(found.map(([code]) => code)).toEqual([]);
});

describe("the types of errors", () => {
  test("a sentence's placeholders are the details it needs, and a typo does not compile", () => {
    expectTypeOf<ErrorDetails<"STORE_CORRUPT">>().toEqualTypeOf<Record<"path", string | number>>();
    expectTypeOf<keyof ErrorDetails<"HTTP_FAILED">>().toEqualTypeOf<"method" | "url" | "status">();
    // @ts-expect-error a missing detail
    void new SiteError("HTTP_FAILED", { method: "GET", url: "/" });
    // @ts-expect-error a detail the sentence has no place for
    void new SiteError("HTTP_UNREACHABLE", { method: "GET", url: "/", status: 404 });
    // @ts-expect-error an unknown code
    expectTypeOf<ErrorDetails<"ROUTE_LOST">>();
  });
});
