import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { copyRemote, type RemoteCopy } from "./copy-remote.ts";
import { type ContextWatch, watchContext } from "../invariants/watch-context.ts";
import { launchBrowser } from "../launch-browser.ts";
import { attack } from "./hostile-library.ts";
import { saveState } from "./state-file.ts";
import { runWorkbench, type RunningWorkbench } from "./run-workbench.ts";

let browser: Browser;
let copy: RemoteCopy;
let workbench: RunningWorkbench;
/** A page and the watch of its context. */
interface WatchedPage {
  page: Page;
  watch: ContextWatch;
}

/** The page of all tests but those that announce something: what one of them announces holds for as long as its context. */
let shared: WatchedPage;
let page: Page;
let watch: ContextWatch;
let preview: FrameLocator;

beforeAll(async () => {
  browser = await launchBrowser({ isShellEnough: true });
  copy = copyRemote("download");
  workbench = await runWorkbench(copy.root);
  shared = await openWatched();
});
afterAll(async () => {
  await browser.close();
  await workbench.end();
  copy.remove();
});
beforeEach(() => use(shared));
afterEach(async ({ task }) => {
  try {
    await watch.check({ isOver: task.result?.state !== "fail" });
  } finally {
    if (page !== shared.page) await page.context().close();
  }
});

async function openWatched(): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const watch = await watchContext(context, true);
  return { page: await context.newPage(), watch };
}

function use(watched: WatchedPage): void {
  ({ page, watch } = watched);
  preview = page.frameLocator("iframe[title=Preview]");
}

/** Gives the test a page of its own. */
async function useOwnPage(): Promise<void> {
  use(await openWatched());
}

const log = () => page.getByRole("log");
const problems = () => page.getByRole("region", { name: "Problems" });
const status = () => page.getByRole("banner").getByRole("status");
const open = (query = "") => page.goto(`${workbench.address}/${query}`);

/** Writes a changed source and puts the old one back after `watch` has seen what it should. */
async function whileChanged(
  file: string,
  change: (source: string) => string,
  watch: () => Promise<void>,
): Promise<void> {
  const path = join(copy.root, file);
  const source = readFileSync(path, "utf8");
  const changed = change(source);
  expect(changed).not.toBe(source);
  writeFileSync(path, changed);
  try {
    await watch();
  } finally {
    writeFileSync(path, source);
  }
}

/** Presses a button with the keyboard when it is enabled. */
async function pressWhenReady(button: Locator): Promise<void> {
  await button.click({ trial: true });
  await button.press("Enter");
}

/** Makes the button show where it was rendered: a difference between server and browser that islands must not have. */
function toSideDependent(source: string): string {
  return source.replace(
    "<>\n      <a",
    `<>\n      <b>{typeof window === "undefined" ? "server" : "browser"}</b>\n      <a`,
  );
}

/** Makes the button run code before it renders. */
const inComponent = (code: string) => (source: string) =>
  source.replace(/(export function DownloadButton\(\) \{\n)/, `$1  ${code}\n`);

const countBuilds = () => workbench.output().split("built in ").length;

/** Makes the button show that a change was saved. */
const toMarked = (source: string): string => source.replace("<>\n      <a", "<>\n      <b>saved</b>\n      <a");

describe("An engineer who runs one remote alone", () => {
  test("is told what to do when the port that PORT names is taken", async () => {
    const { port, host } = new URL(workbench.address);
    await expect(runWorkbench(copy.root, port)).rejects.toThrow(
      `does not start: The server cannot listen at ${host}: another program listens there. End what listens there, or set PORT to another port.`,
    );
  });

  test("sees its island hydrate at the first input, sees its events in the log, and can send events to it.", async () => {
    await open();
    await page.getByRole("combobox", { name: "Expose" }).selectOption("button");
    await page.getByRole("button", { name: "hero" }).click();
    const button = preview.getByRole("link", { name: "Download for Windows" });
    await button.click();
    await log().getByText("island:hydrated").waitFor();
    await page.getByRole("combobox", { name: "Event" }).selectOption("chat:requested");
    await page.getByRole("button", { name: "Send" }).click();
    await log().getByText(`{"from":"/responsible-gaming/"}`).waitFor();
    expect(await problems().count()).toBe(0);
    expect(await log().getByText("/download/?auto=1").count()).toBe(1);
  });

  test("keeps the settings in the address, so that a colleague sees the same, and is told when an island renders nothing with them.", async () => {
    await open();
    await page.getByRole("combobox", { name: "Country rule" }).selectOption("blocked");
    await page.getByRole("button", { name: "header" }).click();
    await preview.locator("[data-slot='download/button'][data-variant=header]").waitFor({ state: "attached" });
    const address = page.url();
    expect(address).toContain("rule=blocked");
    expect(address).toContain("variant=header");
    await page.reload();
    await preview.locator("[data-slot='download/button'][data-variant=header]").waitFor({ state: "attached" });
    expect(await page.getByRole("combobox", { name: "Country rule" }).inputValue()).toBe("blocked");
    await page.getByRole("button", { name: "quick" }).click();
    await page
      .getByRole("banner")
      .getByText("button renders nothing on the route index (/) for the country rule blocked in the variant quick.")
      .waitFor();
  });

  test("cannot send a detail that is none of the event, and reads which field is wrong.", async () => {
    await open("?expose=button&variant=hero");
    await page.getByRole("combobox", { name: "Event" }).selectOption("toast:requested");
    const detail = page.getByRole("textbox", { name: "Detail, JSON" });
    const good = await detail.inputValue();
    await detail.fill(good.replace("50000", '"long"'));
    await page.getByRole("button", { name: "Send" }).press("Enter");
    await page.getByRole("alert").getByText("The field timeout:").waitFor();
    expect(await detail.getAttribute("aria-invalid")).toBe("true");
    expect(await log().getByText("toast:requested").count()).toBe(0);
    await detail.fill(good);
    await page.getByRole("button", { name: "Send" }).press("Enter");
    await log().getByText("toast:requested").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("sends an event as soon as the preview has loaded, and reads that none reaches a preview without JavaScript.", async () => {
    await useOwnPage();
    const loading = Promise.withResolvers<void>();
    await page.route("**/preview?*", async (route) => {
      await loading.promise;
      await route.continue();
    });
    // An event waits for the preview of one build: one that is sent before the build is known reaches none.
    const asked = page.waitForRequest("**/preview?*");
    await open("?expose=button&variant=hero");
    await asked;
    await page.getByRole("combobox", { name: "Event" }).selectOption("toast:requested");
    const send = page.getByRole("button", { name: "Send" });
    await send.press("Enter");
    loading.resolve();
    await log().getByText("toast:requested").waitFor();
    watch.expects("console error", /^Blocked script execution in .*the 'allow-scripts' permission is not set/);
    await page.getByRole("checkbox", { name: "JavaScript" }).uncheck();
    await send.press("Enter");
    await page.getByRole("alert").getByText("The preview runs without JavaScript: no event reaches it.").waitFor();
    await page.getByRole("checkbox", { name: "JavaScript" }).check();
    await send.press("Enter");
    await expect.poll(() => log().getByText("toast:requested").count()).toBe(2);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("shows the island in a language of a site, and gives that state a name that is a link and is kept in a file.", async () => {
    await open("?expose=button&variant=hero");
    await page.getByRole("combobox", { name: "Language of a site" }).selectOption("GGPBR pt-br");
    await preview.getByRole("link", { name: "Baixar para Windows" }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Paths carry the locale" }).isChecked()).toBe(true);
    await page.getByRole("textbox", { name: "Name of this state" }).fill("in/Brazil");
    await page.getByRole("textbox", { name: "Name of this state" }).press("Enter");
    await page.getByRole("alert").getByText("a name has letters").waitFor();
    await page.getByRole("textbox", { name: "Name of this state" }).fill("in Brazil");
    await page.getByRole("textbox", { name: "Name of this state" }).press("Enter");
    const link = page.getByRole("link", { name: "in Brazil" });
    await link.waitFor();
    expect(JSON.parse(readFileSync(join(copy.root, "workbench.json"), "utf8"))).toEqual({
      "in Brazil": "expose=button&variant=hero&locale=pt-br&prefix=on",
    });
    await open(`${await link.getAttribute("href")}`);
    await preview.getByRole("link", { name: "Baixar para Windows" }).waitFor();
    await open();
    await link.press("Enter");
    await preview.getByRole("link", { name: "Baixar para Windows" }).waitFor();
  });

  test("has the workbench, and reads why there are no states, when their file has a conflict; nothing is written over it.", async () => {
    const file = join(copy.root, "workbench.json");
    const before = existsSync(file) ? readFileSync(file, "utf8") : "{}";
    const conflict = `<<<<<<< ours\n${before}`;
    writeFileSync(file, conflict);
    try {
      await open("?expose=button");
      await preview.getByRole("link").first().waitFor();
      await page
        .getByRole("alert")
        .getByText(/workbench\.json: it is no JSON: .* \(line 1 column 1\)\./)
        .waitFor();
      expect(() => saveState(copy.root, JSON.stringify({ name: "mine", query: "" }))).toThrow("Correct it");
      expect(readFileSync(file, "utf8")).toBe(conflict);
    } finally {
      writeFileSync(file, before);
    }
  });

  test("sees what axe finds in the island, and nothing of it is loaded before.", async () => {
    await open("?expose=button&variant=hero");
    await log().getByText("route:changed").waitFor();
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const check = page.getByRole("button", { name: "Check" });
    await pressWhenReady(check);
    const panel = page.getByRole("region", { name: "Accessibility" });
    await panel.getByText("axe finds nothing.").waitFor();
    expect(loaded.filter((url) => url.includes("axe"))).not.toEqual([]);
    await whileChanged(
      "src/ui/download-button.tsx",
      (source) => source.replace("<>\n      <a", "<>\n      <input />\n      <a"),
      async () => {
        await preview.locator("input").first().waitFor();
        await log().getByText("route:changed").nth(1).waitFor();
        await pressWhenReady(check);
        await panel.getByText("label", { exact: true }).first().waitFor();
      },
    );
  });

  test("has the panels beside the preview one below the other without a hole, on a desk and on a phone.", async () => {
    await open("?expose=button&variant=hero");
    await log().getByText("route:changed").waitFor();
    const before = page.viewportSize() ?? { width: 1280, height: 720 };
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 1000 });
      const boxes = await page.locator("aside.side > *").evaluateAll((all) =>
        all.map((one) => ({
          top: one.getBoundingClientRect().top,
          end: one.lastElementChild?.getBoundingClientRect().bottom ?? 0,
        })),
      );
      // The list of events has what the others leave.
      const holes = boxes.slice(1, 4).map(({ top }, index) => Math.round(top - (boxes[index]?.end ?? 0)));
      expect(
        holes.filter((pixels) => pixels > 20),
        `${width} pixels wide`,
      ).toEqual([]);
    }
    await page.setViewportSize(before);
  });

  test("is told what an island leaves behind each time it is left, and what it leaves of the document around it as it has changed it, with the line: visitors would meet it on every page after that. It is told nothing of an island that ends what it began.", async () => {
    const panel = page.getByRole("region", { name: "Left behind" });
    const leave = page.getByRole("button", { name: "Leave and return" });
    await open("?expose=button&variant=hero");
    await log().getByText("route:changed").waitFor();
    await pressWhenReady(leave);
    await panel.getByText("Each leave ends what the islands began.").waitFor();
    const begin = `useEffect(() => {
    const stop = new AbortController();
    addEventListener("online", () => {}, { signal: stop.signal });
    document.addEventListener("copy", () => {});
    const cleared = setInterval(() => {}, 700);
    setInterval(() => {}, 1500);
    services().bus.on("screen:changed", () => {});
    matchMedia("(width > 3px)").addEventListener("change", () => {});
    new ResizeObserver(() => {}).observe(document.body);
    const draw = () => void requestAnimationFrame(draw);
    draw();
    const poll = () => void setTimeout(poll, 900);
    poll();
    new BroadcastChannel("tables");
    const closed = new BroadcastChannel("lobby");
    document.body.style.overflow = "hidden";
    document.documentElement.lang = "de";
    document.documentElement.dataset["table"] = "open";
    document.body.classList.add("locked");
    document.documentElement.setAttribute("aria-busy", "true");
    document.body.append(document.createElement("aside"));
    const ended = document.body.appendChild(document.createElement("nav"));
    return () => {
      ended.remove();
      document.body.classList.remove("locked");
      document.documentElement.removeAttribute("aria-busy");
      closed.close();
      stop.abort();
      clearInterval(cleared);
    };
  }, [services]);`;
    await whileChanged(
      "src/ui/download-button.tsx",
      (source) =>
        `import { useEffect } from "react";\n${source.replace("const href = useHref();\n", `$&  ${begin}\n`)}`,
      async () => {
        await log().getByText("route:changed").nth(1).waitFor();
        await pressWhenReady(leave);
        await panel.getByText("12 more at each leave.").waitFor();
        const lines = await panel.getByRole("listitem").allInnerTexts();
        const texts = lines.map((line) => line.replace(/\s+src\/ui\/download-button\.tsx:\d+:\d+$/, ""));
        expect(texts.toSorted()).toEqual([
          "A <aside> stays in <body>.",
          "A BroadcastChannel is still open.",
          "A ResizeObserver goes on at <body>.",
          "A listener for change stays on the media query (width > 3px).",
          "A listener for copy stays on the document.",
          "A listener for screen:changed stays on the window.",
          "A loop of animation frames goes on.",
          "A timeout of 900 ms is still to come.",
          "An interval of 1500 ms goes on.",
          "The attribute data-table of <html> stays as it was set: open.",
          "The attribute lang of <html> stays as it was set: de.",
          "The attribute style of <body> stays as it was set: overflow: hidden.",
        ]);
        await preview.getByRole("link", { name: "Download for Windows" }).click();
        await log().getByText("link followed").waitFor();
      },
    );
  });

  test("sees what visitors without JavaScript get.", async () => {
    await useOwnPage();
    watch.expects("console error", /^Blocked script execution in .*the 'allow-scripts' permission is not set/);
    await open("?expose=button&variant=hero&scripts=off&device=none");
    await preview.getByRole("link", { name: "Download" }).first().waitFor();
    await page.getByRole("checkbox", { name: "JavaScript" }).check();
    await log().getByText("route:changed").waitFor();
  });

  test("sees a saved change within a second or two, with the log and the settings as they were; reads why the next one does not build, on the page and in the terminal, and goes on after mending it.", async () => {
    await open("?expose=button&variant=hero");
    await preview.getByRole("link", { name: "Download for Windows" }).click();
    await log().getByText("island:hydrated").waitFor();
    await whileChanged(
      "messages/en.json",
      (source) => source.replace("Download for {system}", "Get it for {system}"),
      async () => {
        await preview.getByRole("link", { name: "Get it for Windows" }).waitFor();
        expect(await log().getByText("island:hydrated").count()).toBe(1);
        expect(page.url()).toContain("variant=hero");
      },
    );
    await preview.getByRole("link", { name: "Download for Windows" }).waitFor();
    await whileChanged(
      "src/exposes/button.tsx",
      (source) => `${source}\nconst = 1;\n`,
      async () => {
        await problems().getByText("button.tsx").first().waitFor();
        expect(await status().innerText()).toBe("does not build");
        expect(workbench.output()).toContain("button.tsx");
      },
    );
    await problems().waitFor({ state: "detached" });
    await preview.getByRole("link", { name: "Download for Windows" }).waitFor();
  });

  test("reads where an island throws, draws a random number or renders without an end on the server, why a file of it does not load there, and which text was not filled or is a message's id, and what to do, until it is mended.", async () => {
    const steps: [what: string, change: (source: string) => string, shown: RegExp[]][] = [
      ["throws", inComponent('throw new Error("no cards");'), [/src\/ui\/download-button\.tsx:[\s\S]*no cards/]],
      [
        "draws a random number",
        inComponent("console.log(Math.random());"),
        [/src\/ui\/download-button\.tsx:[\s\S]*Draw the number in the browser/],
      ],
      [
        "does not load",
        (source) => `${source}\nthrow new Error("no table");\n`,
        [/no table \(src\/ui\/download-button\.tsx:\d+:\d+\)/],
      ],
      // As the release checks refuse them.
      [
        "has texts that are none",
        (source) =>
          source.replace(
            "<>\n      <a",
            `<>\n      <b aria-label="download.button.plain">{\`\${undefined}\`}</b>\n      <a`,
          ),
        [
          /download\/button: "undefined" contains undefined/,
          /download\/button: "download\.button\.plain" is a message's id, not its text\./,
        ],
      ],
    ];
    // The loop keeps a processor busy until it is given up.
    if (inject("extent") === "all")
      steps.push([
        "renders without an end",
        inComponent("for (;;) {}"),
        [/src\/exposes\/button\.tsx: [\s\S]*Look for a loop without an end/],
      ]);
    await open("?expose=button&variant=hero");
    const file = join(copy.root, "src/ui/download-button.tsx");
    const source = readFileSync(file, "utf8");
    try {
      for (const [what, change, texts] of steps) {
        const changed = change(source);
        expect(changed, what).not.toBe(source);
        writeFileSync(file, changed);
        for (const text of texts)
          await problems()
            .filter({ hasText: text })
            .waitFor()
            .catch((cause: unknown) => {
              throw new Error(`An island that ${what} is not shown with ${text}.`, { cause });
            });
      }
    } finally {
      writeFileSync(file, source);
    }
    await problems().waitFor({ state: "detached" });
  });

  test("reads what a file of its island throws when a browser loads it, also after the load was tried again.", async () => {
    await useOwnPage();
    watch.expects("console error", /^download failed to load: Error: no felt$/);
    await open("?expose=button&variant=hero");
    await whileChanged(
      "src/ui/download-button.tsx",
      (source) => `if (typeof document !== "undefined") throw new Error("no felt");\n${toMarked(source)}`,
      async () => {
        await preview.getByText("saved").waitFor();
        await preview.getByRole("link", { name: "Download for Windows" }).click();
        await problems().getByText("failed to load").waitFor();
        expect(await problems().innerText()).toContain("download failed to load: Error: no felt");
      },
    );
  });

  test("reads what an effect of its island throws, and with what a promise is rejected, with the line.", async () => {
    await useOwnPage();
    watch.expects("console error", /^download failed to run: Error: no felt/);
    watch.expects("uncaught error", /^(Object|no river)$/);
    await open("?expose=button&variant=hero");
    await whileChanged(
      "src/ui/download-button.tsx",
      (source) =>
        `import { useEffect } from "react";\n${toMarked(source)}`.replace(
          "export function DownloadButton() {",
          `$&\n  useEffect(() => {\n    void Promise.reject({ code: 7 });\n    void Promise.reject(new Error("no river"));\n    throw new Error("no felt");\n  }, []);`,
        ),
      async () => {
        await preview.getByText("saved").waitFor();
        await preview.getByRole("link", { name: "Download for Windows" }).click();
        await problems().getByText("no felt").waitFor();
        await problems().getByText("no river").waitFor();
        expect(await problems().locator("pre").allTextContents()).toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^download failed to run: no felt\nsrc\/ui\/download-button\.tsx:\d+:\d+$/),
            'A promise was rejected: {"code":7}',
            expect.stringMatching(/^A promise was rejected: Error: no river\nsrc\/ui\/download-button\.tsx:\d+:\d+$/),
          ]),
        );
      },
    );
  });

  test("finds an island offered as soon as its file is there, and sees what is saved in it, also when browsers get no code of it.", async () => {
    await open();
    const file = join(copy.root, "src/exposes/hello.tsx");
    const write = (text: string): void =>
      writeFileSync(
        file,
        `import { defineIsland } from "@site/contracts/react/define-island";\n\nexport const island = defineIsland({ component: () => <p>${text}</p>, hydrate: "never" });\n`,
      );
    await page.getByRole("combobox", { name: "Expose" }).waitFor();
    write("Hello, table");
    await page
      .getByRole("combobox", { name: "Expose" })
      .locator("option", { hasText: "hello" })
      .waitFor({ state: "attached" });
    await page.getByRole("combobox", { name: "Expose" }).selectOption("hello");
    await preview.getByText("Hello, table").waitFor();
    write("Hello, river");
    await preview.getByText("Hello, river").waitFor();
    await page.getByRole("combobox", { name: "Expose" }).selectOption("page");
    expect(await page.getByRole("textbox", { name: "Path" }).inputValue()).toBe("/download/");
  });

  test("stays in the workbench when an island starts a download by itself.", async () => {
    await open("?expose=page&name=download&path=/download/&search=auto%3D1");
    await log().getByText("download:started").waitFor();
    await log().getByText("link followed").waitFor();
    await preview.locator("[data-island='download/page'][data-live]").waitFor();
  });

  test("B184 sees a warning for a language that the remote lacks, and the island in another.", async () => {
    await open("?expose=button&variant=hero&locale=fi");
    await problems().getByText("There are no messages in fi").first().waitFor();
    await preview.getByRole("link", { name: "Download for Windows" }).waitFor();
  });

  test("is told when the browser's HTML differs from the server's.", async () => {
    await useOwnPage();
    watch.expects("hydration", /^Hydration was repaired: Error: Hydration failed because the server rendered text/);
    await open("?expose=button&variant=hero");
    await whileChanged("src/ui/download-button.tsx", toSideDependent, async () => {
      await preview.getByText("server").waitFor();
      await preview.getByRole("link", { name: "Download for Windows" }).click();
      await problems().getByText("Hydration", { exact: true }).waitFor();
    });
  });
});

test("G7 a preview runs no script of another host, also when a hostile library of the remote replaces built-ins", async () => {
  // Without the watch of the other tests: what is refused here is reported.
  const unwatched = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const asked: string[] = [];
  await unwatched.route(/cdn\.example/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: "top.__pwned = 1;",
    });
  });
  const attacked = await unwatched.newPage();
  const hostile = attacked.frameLocator("iframe[title=Preview]");
  const before = countBuilds();
  await whileChanged(
    "src/exposes/button.tsx",
    (source) => `${source}\n${attack}`,
    async () => {
      await expect.poll(countBuilds).toBeGreaterThan(before);
      await attacked.goto(`${workbench.address}/?expose=button&variant=hero`);
      await hostile.getByRole("link", { name: "Download for Windows" }).click();
      await attacked.getByRole("log").getByText("island:hydrated").waitFor();
      expect(await hostile.locator("html").getAttribute("data-attacked")).toBe("yes");
      await attacked.waitForLoadState("networkidle");
      expect(asked).toEqual([]);
    },
  );
  await unwatched.close();
});

test("A preview in a tab of its own sends each event once, and not again what it told the workbench.", async () => {
  await useOwnPage();
  await page.addInitScript(() => {
    let heard = 0;
    addEventListener("site:route:changed", () => (document.title = `heard ${++heard}`));
    addEventListener("message", ({ data }) => {
      if (data.kind === "event") document.title += ", told";
    });
  });
  await page.goto(`${workbench.address}/preview?expose=button&variant=hero`);
  await page.waitForFunction(() => document.title.includes("told"));
  // Messages are heard in the order they are posted in: after this one, each that an event posted was heard.
  await page.evaluate(async () => {
    const heard = new Promise((resolve) => {
      addEventListener("message", ({ data }) => data === "last" && resolve(data));
    });
    postMessage("last", location.origin);
    await heard;
  });
  expect(await page.title()).toBe("heard 1, told");
});

test("A workbench answers neither other machines nor other names for this one.", async () => {
  const response = await page.request.get(`${workbench.address}/`, { headers: { host: "elsewhere.example" } });
  expect(response.status()).toBe(403);
});

test("A workbench outlasts a request for what is no address, as any page may have a browser send it.", async () => {
  const response = await page.request.get(`${workbench.address}//`);
  expect(response.status()).toBe(404);
  expect((await page.request.get(`${workbench.address}/`)).status()).toBe(200);
});

// Last: it is the workbench of all tests that ends.
test("Ctrl-C ends the workbench without an error.", async () => {
  // An open page would report that its workbench is gone.
  await page.goto("about:blank");
  expect(await workbench.end("SIGINT")).toBe(0);
});
