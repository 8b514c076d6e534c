import { expect, test } from "vitest";
import { useFixtureApp } from "../testing/use-fixture-app.ts";

const { app } = useFixtureApp();

test.each([
  ["a body that is larger than any that is taken", 413, "application/json", JSON.stringify("x".repeat(2_000_000))],
  ["a body that is not the JSON it claims to be", 400, "application/json", "{"],
  ["an empty body that claims to be JSON", 400, "application/json", ""],
  ["a body with a key that would change prototypes", 400, "application/json", '{"__proto__":{"a":1}}'],
])("%s is refused with %i, and the sentence says what to do", async (_what, status, type, payload) => {
  const response = await app().server.inject({
    method: "POST",
    url: "/-/override",
    headers: { "content-type": type },
    payload,
  });
  const { title, detail } = response.json();
  expect({ status: response.statusCode, title }).toEqual({ status, title: "REQUEST_REFUSED" });
  expect(detail).toMatch(/^[A-Z].+\. (?:Send|Correct) .+\.$/);
});
