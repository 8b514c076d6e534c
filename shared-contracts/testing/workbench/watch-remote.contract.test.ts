import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { defineRemote } from "../../build/define-remote.ts";
import type { BuildStatus } from "./build-status.ts";
import { copyRemote } from "./copy-remote.ts";
import { type RemoteWatch, watchRemote } from "./watch-remote.ts";

const { root, remove } = copyRemote("download");
let watch: RemoteWatch;
/** What was told since the last of them that was waited for. */
let told: BuildStatus[] = [];
beforeAll(() => {
  watch = watchRemote({ name: "download", root, configure: defineRemote({ name: "download", root }) });
  watch.onStatus((status) => told.push(status));
});
afterAll(async () => {
  await watch.close();
  remove();
});

const message = (...lines: string[]): unknown => ({ kind: "message", text: lines.join("\n") });
const shown = (text: string): unknown => ({ kind: "build", text: expect.stringContaining(text) });

/** How many processes run a build of the remote, such as the one that is shown. */
function countProcesses(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean);
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("render-process.ts")).length;
}

/** The bundler may tell of the same files after it. */
async function waitFor(status: object): Promise<void> {
  await vi.waitFor(() => expect(told).toContainEqual(expect.objectContaining(status)), {
    timeout: 50_000,
    interval: 20,
  });
  told = [];
}

test("a message that one language lacks, or that another package's name begins, is named with its line and what to do", async () => {
  await waitFor({ kind: "ready", problems: [] });
  const file = join(root, "messages/en.json");
  const source = readFileSync(file, "utf8");
  const [id = ""] = Object.keys(JSON.parse(readFileSync(join(root, "messages/pt-br.json"), "utf8")));
  const line = source.split("\n").findIndex((text) => text.includes(`"${id}"`)) + 1;
  writeFileSync(file, source.replace("{\n", '{\n  "content.hello": "Hello",\n').replace(`"${id}"`, `"${id}.more"`));
  await waitFor({
    kind: "ready",
    problems: expect.arrayContaining([
      message(
        "messages/en.json:2 the message content.hello is outside of the package's names, expected download.….",
        "Rename it to download.content.hello.",
      ),
      message(
        `messages/en.json:${line + 1} pt-br has no message ${id}.more, which is here.`,
        "Write it in messages/pt-br.json too.",
      ),
    ]),
  });
  writeFileSync(file, source);
  await waitFor({ kind: "ready", problems: [] });
});

test("a folder of islands that no build can have is a problem that is shown, and gone when it is put right", async () => {
  const misnamed = join(root, "src/exposes/MyPage.tsx");
  writeFileSync(misnamed, "export const island = 1;\n");
  await waitFor({ kind: "failed", problems: [shown("Rename src/exposes/MyPage.tsx")] });
  rmSync(misnamed);
  await waitFor({ kind: "ready" });
  renameSync(join(root, "src/exposes"), join(root, "src/away"));
  await waitFor({ kind: "failed", problems: [shown("has no folder src/exposes")] });
  renameSync(join(root, "src/away"), join(root, "src/exposes"));
  await waitFor({ kind: "ready" });
});

test("what was saved last is shown, also while the save before it is still loaded, whose process is ended", async () => {
  const file = join(root, "src/ui/download-button.tsx");
  const source = readFileSync(file, "utf8");
  const mark = (text: string): string => source.replace("<>\n      <a", `<>\n      <i>${text}</i>\n      <a`);
  expect(mark("saved")).not.toBe(source);
  writeFileSync(file, `${mark("endless")}\nfor (;;) {}\n`);
  try {
    await vi.waitFor(
      () => {
        expect(readFileSync(join(watch.folder, "server/entry.cjs"), "utf8")).toContain('"endless"');
        expect(countProcesses()).toBe(2);
      },
      { timeout: 20_000, interval: 20 },
    );
    writeFileSync(file, mark("saved"));
    // A build that is loaded without an end is said to fail after 30 s: that must not replace what was saved after it.
    await vi.waitFor(
      () => {
        expect(watch.latest()?.serverMap.toString("utf8")).toContain("<i>saved</i>");
        expect(watch.status()).toMatchObject({ kind: "ready", version: watch.latest()?.version });
        expect(countProcesses()).toBe(1);
      },
      { timeout: 20_000, interval: 20 },
    );
  } finally {
    told = [];
    writeFileSync(file, source);
    await waitFor({ kind: "ready" });
  }
});

test("islands that are away while a first build reads them are a problem that is shown, and gone when they are back", async () => {
  const other = copyRemote("download");
  const [islands, away] = [join(other.root, "src/exposes"), join(other.root, "src/away")];
  const configure = defineRemote({ name: "download", root: other.root });
  let wasAway = false;
  const started = watchRemote({
    name: "download",
    root: other.root,
    configure(environment, argv) {
      // The server's file has said which islands there are, and another branch is checked out at that moment.
      if (!wasAway && environment?.islands?.length) renameSync(islands, away);
      wasAway ||= existsSync(away);
      return configure(environment, argv);
    },
  });
  try {
    await vi.waitFor(() => expect(started.status()).toMatchObject({ problems: [shown("has no folder src/exposes")] }), {
      timeout: 50_000,
      interval: 20,
    });
    renameSync(away, islands);
    await vi.waitFor(() => expect(started.status()).toMatchObject({ kind: "ready" }), {
      timeout: 50_000,
      interval: 20,
    });
  } finally {
    await started.close();
    other.remove();
  }
});

test("two workbenches of one remote build into folders of their own, so that their files are not mixed", async () => {
  const other = watchRemote({ name: "download", root, configure: defineRemote({ name: "download", root }) });
  try {
    await vi.waitFor(() => expect(other.status()).toMatchObject({ kind: "ready" }), { timeout: 50_000, interval: 20 });
    expect([watch.folder, other.folder]).toEqual([join(root, ".build/workbench"), join(root, ".build/workbench-2")]);
    expect(existsSync(join(other.folder, "server/entry.cjs"))).toBe(true);
  } finally {
    await other.close();
  }
});
