import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { serverFormat } from "../../src/server/pages/build-id.ts";
import { type OpenApp, openApp } from "../harness/open-app.ts";
import type { Visit } from "../harness/open-browser.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { useSite } from "../harness/use-site.ts";
import { untilCore, watchTraffic } from "./soft-visit.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** What tells a visitor which server wrote what they see: the name of the site, in titles and in the header's texts. */
const names = { before: siteConfigs.GGPPH.name, after: "GGP Poker Next" };

/** Two servers with the same releases, of which the second writes its pages in another format, and what stands in front of them. */
interface Front {
  origin: string;
  /** From here on the other server answers, as in a rolling restart. */
  turnTo(server: Pick<SiteAddress, "origin">): void;
  server: Server;
}

const { site: before, visit } = useSite("GGPPH");
/** Another server of the same format, whose pages have another policy. */
const { site: sameFormat } = useSite("GGPPH", { kind: "placed" });
let after: OpenApp;
let front: Front;

beforeAll(async () => {
  const next = { ...siteConfigs.GGPPH, name: names.after };
  after = await openApp({ site: next, format: serverFormat + 1 });
  front = await openFront(before());
});
afterAll(async () => {
  front?.server.closeAllConnections();
  front?.server.close();
  await after?.close();
});

async function openFront(first: Pick<SiteAddress, "origin">): Promise<Front> {
  let target = first;
  const server = createServer((incoming, response) => {
    const onward = request(
      `${target.origin}${incoming.url ?? "/"}`,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The front has no port.");
  return { server, origin: `http://localhost:${address.port}`, turnTo: (app) => (target = app) };
}

async function open(path: string): Promise<Visit> {
  front.turnTo(before());
  const visited = await visit();
  await visited.page.goto(`${front.origin}${path}`);
  await untilCore(visited);
  return visited;
}

/** Follows a link of the footer, and says which documents were loaded for it. */
async function follow(visited: Visit, path: string): Promise<string[]> {
  const traffic = watchTraffic(visited);
  await visited.page.locator(`footer a[href='${path}']`).first().click();
  await visited.page.waitForURL(`**${path}`);
  await untilCore(visited);
  return traffic().documents;
}

/** What the visitor sees is of one server: title, social card and every region that says the site's name. */
async function expectAllOf({ page }: Visit, name: string, other: string): Promise<void> {
  await waitUntil(async () => (await page.title()).endsWith(`| ${name}`), { what: `the title of ${name}` });
  expect(await page.locator('meta[property="og:site_name"]').getAttribute("content")).toBe(name);
  const texts = await page.evaluate(() =>
    [
      document.querySelector("header")?.textContent,
      document.querySelector("main")?.textContent,
      document.querySelector("footer")?.textContent,
    ].join(" "),
  );
  expect(texts).toContain(name);
  // The name before is the beginning of the name after.
  if (name === names.after) expect(texts.replaceAll(name, "")).not.toContain(other);
  else expect(texts).not.toContain(other);
}

test("a tab of the format before navigates by one document load when a server of the next format answers; nothing of both is mixed", async () => {
  const visited = await open("/contact/");
  await expectAllOf(visited, names.before, names.after);
  front.turnTo(after);
  expect(await follow(visited, "/privacy-policy/")).toEqual(["/privacy-policy/"]);
  await expectAllOf(visited, names.after, names.before);
  // From here on both are of one format, and navigations are soft again.
  expect(await follow(visited, "/terms-conditions/")).toEqual([]);
  await expectAllOf(visited, names.after, names.before);
  await visited.page.locator("header nav button[popovertarget]").first().click();
  await visited.page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  expect(visited.messages).toEqual([]);
  await visited.close();
});

test("a page that was fetched ahead from the server before is shown whole, and the navigation after it loads the document of the next", async () => {
  const visited = await open("/contact/");
  const fetched = visited.page.waitForResponse((response) => response.url().includes("/privacy-policy/_payload.json"));
  await visited.page.locator("footer a[href='/privacy-policy/']").first().hover();
  await fetched;
  front.turnTo(after);
  expect(await follow(visited, "/privacy-policy/")).toEqual([]);
  await expectAllOf(visited, names.before, names.after);
  expect(await follow(visited, "/terms-conditions/")).toEqual(["/terms-conditions/"]);
  await expectAllOf(visited, names.after, names.before);
  await visited.close();
});

test("going back across the change of servers shows the whole page that the browser has kept, without an error", async () => {
  const visited = await open("/contact/");
  await goAndReturn(visited);
  await expectAllOf(visited, names.before, names.after);
  expect(visited.messages).toEqual([]);
  await visited.close();
});

test("going back across the change of servers shows a whole page of the next where the browser has kept none, without an error", async () => {
  const visited = await open("/contact/");
  // With any route, the driver turns the browser's cache off.
  await visited.page.route("**/nothing", (route) => route.fallback());
  await goAndReturn(visited);
  await expectAllOf(visited, names.after, names.before);
  expect(visited.messages).toEqual([]);
  await visited.close();
});

/** Navigates on when the next servers answer, and one step back. */
async function goAndReturn(visited: Visit): Promise<void> {
  front.turnTo(after);
  await follow(visited, "/privacy-policy/");
  await visited.page.goBack();
  await visited.page.waitForURL("**/contact/");
}

test("between two servers of one format the same navigation is soft: it is the format that decides", async () => {
  const visited = await open("/contact/");
  front.turnTo(sameFormat());
  expect(await follow(visited, "/privacy-policy/")).toEqual([]);
  await visited.close();
});
