import { afterAll, beforeAll, expect, test } from "vitest";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, own, readNext } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { access, tokens, remove } = openTesterAccess();
afterAll(remove);

const { app, bench, get } = useFixtureApp({ access });
const { post, makeToken } = createTesterVisits({ app }, tokens);

beforeAll(async () => {
  await bench().release("content");
  await app().live.refresh();
});

const link = "/-/override?with=content%401.0.0-000000000000";

test("a tester whose browser keeps no cookie of the sign-in is told why it asks again, and what to do", async () => {
  const asking = `/-/sign-in?to=${encodeURIComponent(link)}`;
  // Over a redirect, a browser names the page that sent the form.
  const from = { host: "site.example", referer: `https://site.example${asking}` };
  const { text: token } = await makeToken();
  const signedIn = await post("/-/sign-in", { token, to: link }, { headers: { ...own, ...from } });
  const back = await readNext({ app }, signedIn, from);
  const again = await readNext({ app }, back, from);
  expect(again.body).toMatch(
    /role="status">You signed in, and your browser kept no cookie of it\. .*Allow cookies of this site.*, and sign in again\./,
  );
  expect((await get(asking, { host: "site.example" })).body).not.toContain('role="status"');
  expect((await get(asking, { ...from, referer: `https://elsewhere.example${asking}` })).body).not.toContain("cookie");
});

test.each(["192.168.1.20:3000", "qa.site.example"])(
  "a tester on another machine who signs in over http at %s is told that it takes https, and not that another site sent the form",
  async (host) => {
    const { text: token } = await makeToken();
    const headers = { host, origin: `http://${host}` };
    const answer = await post("/-/sign-in", { token, to: link }, { headers });
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    expect(answer.body).toContain(
      "This page was opened over http, on which a form may be changed on its way. Open the same page by its https address, and send the form from there.",
    );
    expect(answer.body).not.toContain("another site");
  },
);
