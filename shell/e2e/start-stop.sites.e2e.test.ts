import { once } from "node:events";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Navigations } from "@site/contracts/documents/navigation";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type RunningSite, spawnServer, startSite } from "./harness/start-site.ts";
import { copyStore, removeStore } from "./harness/template-store.ts";
import { listTree, readProcessName } from "./harness/started-processes.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { listSitesInTurn } from "./harness/describe-sites.ts";

/** Where Node opens its inspector unless told otherwise. */
const inspectorPort = 9229;

const readySchema = v.object({ ready: v.literal(true), id: v.string(), revision: v.number() });

test("SIGUSR1, which any process of the same user may send, opens no inspector in the server or in a process it started", async () => {
  // With nothing composed before, so that it starts the processes that compose.
  const storeDir = await copyStore();
  const site = await startSite("GGPPH", { storeDir });
  const started = listTree(site.child.pid ?? 0);
  expect(started.map(readProcessName)).toContain("compose-process.ts");
  for (const pid of started) process.kill(pid, "SIGUSR1");
  expect(await (await fetch(`${site.origin}/healthz`)).text()).not.toBe("");
  expect(site.output()).not.toMatch(/Debugger listening/);
  expect(await accepts({ port: inspectorPort })).toBe(false);
  await site.stop();
  await removeStore(storeDir);
});

describe.each(listSitesInTurn())("the site %s", (id) => {
  test("told to end, answers what it was asked before, takes nothing new, and ends well", async () => {
    const site = await startSite(id);
    // A request that is under way for sure: its body is not complete.
    const open = await connectTo(site);
    open.socket.write(
      "POST /api/anything HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhe",
    );
    const pages = Array.from({ length: 40 }, () =>
      fetch(`${site.origin}${site.prefix}/`).then((response) => response.text()),
    );
    const html = await Promise.all(pages);
    expect(html.every((page) => page.endsWith("</html>\n"))).toBe(true);
    site.child.kill("SIGTERM");
    await waitUntil(async () => !(await accepts(site)), { what: "the port to close" });
    expect(site.child.exitCode).toBeNull();
    open.socket.write("llo");
    await waitUntil(() => open.received().includes("ENDPOINT_UNKNOWN"), {
      what: "the answer to the request under way",
    });
    expect(await site.ended).toBe(0);
    await rm(site.storeDir, { recursive: true });
  });

  test("ends soon and well although a browser keeps a spare connection it never used", async () => {
    const site = await startSite(id);
    const spare = await connectTo(site);
    const started = Date.now();
    site.child.kill("SIGTERM");
    const code = await site.ended;
    spare.socket.destroy();
    await rm(site.storeDir, { recursive: true });
    expect({ code, soon: Date.now() - started < 5000 }).toEqual({ code: 0, soon: true });
  });

  test("started where another server listens, says so before it does anything, and what to do", async () => {
    const site = await startSite(id);
    const env = { SITE: id, STORE_DIR: site.storeDir, PORT: String(site.port), SIMULATORS: "0" };
    const second = spawnServer(env);
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `ADDRESS_UNUSABLE: The server cannot listen at 127.0.0.1:${site.port}: another program listens there. End what listens there, or set PORT to another port.\n`,
    );
    await site.stop();
  });

  test("says where it is and what to try next; started again with nothing changed, goes on with the same set at the same revision", async () => {
    const storeDir = await copyStore();
    const seen: object[] = [];
    for (let round = 0; round < 2; round += 1) {
      const site = await startSite(id, { storeDir });
      seen.push(v.parse(readySchema, await (await fetch(`${site.origin}/readyz`)).json()));
      // All other lines are its log. Nothing was built, admitted or promoted.
      const [where, next, ...commands] = site
        .output()
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("{"));
      expect([where, next]).toEqual([`The site ${id} is at ${site.origin}/`, "Next, in another terminal:"]);
      expect(commands.filter((line) => !/^ {2}npm |^ {30,}\S/.test(line))).toEqual([]);
      await site.stop();
    }
    expect(seen[1]).toEqual(seen[0]);
    await rm(storeDir, { recursive: true });
  });

  test("a menu that is no menu is refused with its path and the last good one stays; a good one shows at once", async () => {
    const site = await startSite(id);
    const folder = join(site.storeDir, "data", id);
    const write = (content: string): Promise<void> => replaceFile(folder, "navigations.json", content);
    const readMenu = async (): Promise<string> =>
      (await (await fetch(`${site.origin}${site.prefix}/contact/`)).text()).split("</header>")[0] ?? "";
    const readRefusals = () =>
      site.log().filter(({ msg }) => msg === "a data document was refused; the last good one stays");
    const before = await readMenu();
    const good = await readShippedMenu();

    await write(
      JSON.stringify({
        items: good.items.map((item, index) => (index === 2 ? { ...item, path: "javascript:alert(1)" } : item)),
      }),
    );
    await waitUntil(() => readRefusals().length === 1, { what: "the refusal" });
    expect(readRefusals()[0]).toMatchObject({
      document: "navigations",
      problem: expect.stringContaining("items.2.path"),
    });
    expect((await readMenu()) === before).toBe(true);

    await write('{ "items": [');
    await waitUntil(() => readRefusals().length === 2, { what: "the second refusal" });
    expect((await readMenu()) === before).toBe(true);

    await write(
      JSON.stringify({
        items: good.items.map((item, index) => (index === 2 ? { ...item, label: "Sit & Go, soon" } : item)),
      }),
    );
    await waitUntil(async () => (await readMenu()).includes("Sit &amp; Go, soon"), { what: "the new menu" });
    expect(readRefusals()).toHaveLength(2);
    await site.stop();
  });
});

test("a wrong environment stops the start and names every problem, not only the first", async () => {
  const server = spawnServer({ PORT: "abc", SITE: "NOPE", SITE_EDGE: "x", TRUSTED_PROXIES: "1.2.3" });
  const code = await server.ended;
  expect(code).not.toBe(0);
  for (const name of ["PORT", "SITE", "SITE_EDGE", "TRUSTED_PROXIES"])
    expect(server.output()).toMatch(new RegExp(`\\b${name} is `));
  for (const value of ["abc", "NOPE", "1.2.3"]) expect(server.output()).toContain(value);
  expect(server.output()).not.toMatch(/^\s+at /m);
});

async function connectTo({ port }: RunningSite): Promise<{ socket: Socket; received(): string }> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("utf8");
  });
  // The server may hang up first.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, received: () => received };
}

function accepts({ port }: Pick<RunningSite, "port">): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** Writes a document as operators should: aside, then in place. */
async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.aside`), content);
  await rename(join(folder, `${name}.aside`), join(folder, name));
}

async function readShippedMenu(): Promise<Navigations> {
  const menu: Navigations = JSON.parse(await readFile(join(import.meta.dirname, "../data/navigations.json"), "utf8"));
  return menu;
}
