import { once } from "node:events";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Navigations } from "@site/contracts/documents/navigation";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LogEntry, type RunningSite, spawnServer, startSite } from "./harness/start-site.ts";
import { copyStore, removeStore } from "./harness/template-store.ts";
import { listTree, readProcessName, unlessGone } from "./harness/started-processes.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { listSitesInTurn } from "./harness/describe-sites.ts";

/** Where Node opens its inspector unless told otherwise. */
const inspectorPort = 9229;

const readySchema = v.object({ ready: v.literal(true), id: v.string(), revision: v.number() });

describe.each(listSitesInTurn())("the site %s", (id) => {
  let storeDir = "";
  let site: RunningSite;
  let before: object;
  beforeAll(async () => {
    // With nothing composed before, so that it starts the processes that compose.
    storeDir = await copyStore();
    site = await startSite(id, { storeDir });
    before = await readReady(site);
  });
  afterAll(async () => {
    if (site?.child.exitCode === null) await site.stop();
    await removeStore(storeDir);
  });

  describe("started for the first time", () => {
    test("opens no inspector after SIGUSR1, which any process of the same user may send to it or to a process it started", async () => {
      const started = listTree(site.child.pid ?? 0).map((pid) => ({ pid, name: readProcessName(pid) }));
      // A process that renders may end meanwhile, when it is idle.
      const signalled = started.filter(({ pid }) => unlessGone(false, () => process.kill(pid, "SIGUSR1")));
      expect(signalled.map(({ name }) => name)).toContain("compose-process.ts");
      expect(await (await fetch(`${site.origin}/healthz`)).text()).not.toBe("");
      expect(site.output()).not.toMatch(/Debugger listening/);
      expect(await accepts({ port: inspectorPort })).toBe(false);
    });

    test("says where it is and what to try next", () => expectHint(site));

    test("told to end, answers what it was asked before, takes nothing new, and ends well", async () => {
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
    });
  });

  describe("started again with nothing changed", () => {
    beforeAll(async () => {
      site = await startSite(id, { storeDir });
    });

    test("says where it is and what to try next, and goes on with the same set at the same revision", async () => {
      expect(await readReady(site)).toEqual(before);
      expectHint(site);
    });

    test("a server that is started where it listens says so before it does anything, and what to do", async () => {
      const env = { SITE: id, STORE_DIR: storeDir, PORT: String(site.port), SIMULATORS: "0" };
      const second = spawnServer(env);
      expect(await second.ended).toBe(1);
      expect(second.output()).toBe(
        `ADDRESS_UNUSABLE: The server cannot listen at 127.0.0.1:${site.port}: another program listens there. End what listens there, or set PORT to another port.\n`,
      );
    });

    test("a menu that is no menu is refused with its path and the last good one stays; a good one shows at once", async () => {
      const folder = join(storeDir, "data", id);
      const write = (content: string): Promise<void> => replaceFile(folder, "navigations.json", content);
      const shown = await readMenu();
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
      expect((await readMenu()) === shown).toBe(true);

      await write('{ "items": [');
      await waitUntil(() => readRefusals().length === 2, { what: "the second refusal" });
      expect((await readMenu()) === shown).toBe(true);

      await write(
        JSON.stringify({
          items: good.items.map((item, index) => (index === 2 ? { ...item, label: "Sit & Go, soon" } : item)),
        }),
      );
      await waitUntil(async () => (await readMenu()).includes("Sit &amp; Go, soon"), { what: "the new menu" });
      expect(readRefusals()).toHaveLength(2);
    });

    test("ends soon and well although a browser keeps a spare connection it never used", async () => {
      const spare = await connectTo(site);
      const started = Date.now();
      site.child.kill("SIGTERM");
      const code = await site.ended;
      spare.socket.destroy();
      expect({ code, soon: Date.now() - started < 5000 }).toEqual({ code: 0, soon: true });
    });
  });

  const readMenu = async (): Promise<string> =>
    (await (await fetch(`${site.origin}${site.prefix}/contact/`)).text()).split("</header>")[0] ?? "";

  const readRefusals = (): LogEntry[] =>
    site.log().filter(({ msg }) => msg === "a data document was refused; the last good one stays");

  /** Where it is, and commands to try. All other lines are its log: nothing was built, admitted or promoted. */
  function expectHint({ output, origin }: RunningSite): void {
    const [where, next, ...commands] = output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("{"));
    expect([where, next]).toEqual([`The site ${id} is at ${origin}/`, "Next, in another terminal:"]);
    expect(commands.filter((line) => !/^ {2}npm |^ {30,}\S/.test(line))).toEqual([]);
  }
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

async function readReady({ origin }: RunningSite): Promise<object> {
  return v.parse(readySchema, await (await fetch(`${origin}/readyz`)).json());
}

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
