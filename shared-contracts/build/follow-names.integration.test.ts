import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followNames } from "./follow-names.ts";

let root = "";
let end = (): void => undefined;
const onChange = vi.fn<() => void>();
const onConfiguration = vi.fn<() => void>();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "follow-names-"));
  mkdirSync(join(root, "src/exposes"), { recursive: true });
  write("src/exposes/page.tsx");
  onChange.mockClear();
  onConfiguration.mockClear();
  end = followNames(root, { onNames: onChange, onConfiguration });
});
afterEach(() => {
  end();
  rmSync(root, { recursive: true, force: true });
});

const write = (file: string): void => writeFileSync(join(root, file), "");
const toChange = (count: number) => vi.waitFor(() => expect(onChange.mock.calls.length).toBeGreaterThanOrEqual(count));

test("a new island is told of", async () => {
  write("src/exposes/other.tsx");
  await toChange(1);
});

test("islands are followed in a folder that was moved away and came back", async () => {
  renameSync(join(root, "src/exposes"), join(root, "src/aside"));
  await toChange(1);
  renameSync(join(root, "src/aside"), join(root, "src/exposes"));
  await toChange(2);
  write("src/exposes/other.tsx");
  await toChange(3);
});

test("languages are followed in a folder that comes later, and so is the script of a head fragment", async () => {
  mkdirSync(join(root, "messages"));
  write("messages/en.json");
  await toChange(1);
  write("src/head.browser.ts");
  await toChange(2);
});

test("a file that is saved again is none, nor is a hidden one, such as the lock of an editor", async () => {
  write("src/exposes/page.tsx");
  symlinkSync("me@machine.1:2", join(root, "src/exposes/.#page.tsx"));
  write("src/exposes/other.tsx");
  await toChange(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a configuration that is saved is told of when its text is another one, and no list of names is then", async () => {
  writeFileSync(join(root, "rspack.config.ts"), "export default 1;");
  await vi.waitFor(() => expect(onConfiguration).toHaveBeenCalledTimes(1));
  // Emptied and written again, as editors do.
  write("rspack.config.ts");
  write("src/exposes/other.tsx");
  await toChange(1);
  writeFileSync(join(root, "rspack.config.ts"), "export default 1;");
  write("src/exposes/third.tsx");
  await toChange(2);
  expect(onConfiguration).toHaveBeenCalledTimes(1);
});
