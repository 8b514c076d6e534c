import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { toCommand } from "../shared-contracts/confine/layers.ts";

const containerfile = readFileSync(join(import.meta.dirname, "../deploy/container/Containerfile"), "utf8");

/** The programs that begin each part of the command of a confined process. */
const tools = toCommand({ namespaces: true, endsWithParent: true, memory: true }, { heap: 64, outside: 64 }, [
  "node",
]).flatMap((word, index, words) => (index === 0 || words[index - 1] === "--" ? [basename(word)] : []));

/** The command of the first stage that sets the programs aside, for the second stage, which takes them from the folder. */
const [, copies = "", folder = ""] = /^RUN .*\b(cp --parents .*) (\/\S+)$/m.exec(containerfile) ?? [];

test("the container has the programs that confine render processes, where they are looked for", () => {
  expect(tools.slice(0, -1).toSorted()).toEqual(["prlimit", "setpriv", "unshare"]);
  for (const tool of tools.slice(0, -1)) expect(copies.split(" ")).toContain(`/usr/bin/${tool}`);
  expect(containerfile.slice(containerfile.lastIndexOf("FROM "))).toContain(`COPY --from=build ${folder}/ /\n`);
});

/** What the second stage's image has of itself: the C library. */
const ofImage = /^(libc\.so\.6|ld-linux.*|linux-vdso.*)$/;

test.skipIf(!existsSync("/etc/debian_version"))(
  "the container has each library that those programs load (skipped where the system is not Debian, as the container is)",
  () => {
    const room = mkdtempSync(join(tmpdir(), "container-tools-"));
    try {
      expect(spawnSync("sh", ["-c", `${copies} ${room}`], { encoding: "utf8" })).toMatchObject({
        status: 0,
        stderr: "",
      });
      const has = globSync("**/*", { cwd: room }).map((file) => basename(file));
      for (const tool of tools.slice(0, -1)) {
        const { stdout } = spawnSync("ldd", [join(room, "usr/bin", tool)], { encoding: "utf8" });
        const loaded = stdout
          .trim()
          .split("\n")
          .map((line) => basename(/^\s*(\S+)/.exec(line)?.[1] ?? ""));
        expect(loaded.length).toBeGreaterThan(1);
        expect(
          loaded.filter((library) => !ofImage.test(library) && !has.includes(library)),
          tool,
        ).toEqual([]);
      }
    } finally {
      rmSync(room, { recursive: true });
    }
  },
);
