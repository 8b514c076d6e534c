import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listUnusedMessages } from "./list-unused-messages.ts";

/** The ids that are found of a package with this code, by their lines. */
function find(code: string, ids: readonly string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), "unused-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["src", "messages"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "src/a.tsx"), code);
  writeFileSync(join(root, "src/a.test.tsx"), 'find("lobby.old");');
  writeFileSync(
    join(root, "messages/en.json"),
    JSON.stringify(Object.fromEntries(ids.map((id) => [id, "A"])), null, 2),
  );
  return listUnusedMessages(root, ids).map(({ file, line, id }) => `${file}:${line} ${id}`);
}

test("a message is unused when no text and no template of the code can be its id", () => {
  const code = '<FormattedMessage id="lobby.title" />; t(`lobby.step.${step}`); t("lobby.suit." + suit); t(`${key}`);';
  expect(find(code, ["lobby.title", "lobby.step.one", "lobby.suit.hearts", "lobby.old"])).toEqual([
    "messages/en.json:5 lobby.old",
  ]);
});

test("every message of the remotes of this workspace is used", () => {
  const root = join(import.meta.dirname, "../..");
  const remotes = globSync("remote-*/messages/en.json", { cwd: root });
  expect(remotes.length).toBeGreaterThan(4);
  for (const file of remotes) {
    const ids = Object.keys(JSON.parse(readFileSync(join(root, file), "utf8")));
    expect([file, ...listUnusedMessages(join(root, file, "../.."), ids)]).toEqual([file]);
  }
});
