import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { createToken } from "./access-token.ts";
import { openTokenList } from "./token-list.ts";

const folder = mkdtempSync(join(tmpdir(), "tokens-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = openFileLogs(folder)("tokens");
let asked = 0;
const tokens = openTokenList({
  ...log,
  head() {
    asked += 1;
    return log.head();
  },
});

test("G9 a thousand requests with unknown tokens read the log a few times, and a revocation of another process counts for the next one", async () => {
  const { text, token } = createToken({
    owner: "a test",
    role: "viewer",
    packages: [],
    made: new Date().toISOString(),
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const elsewhere = openTokenList(log);
  await elsewhere.add({ kind: "made", token, by: "a test" });

  const unknown = `site_0123456789ab_${"x".repeat(43)}`;
  const guesses = Array.from({ length: 1000 }, () => tokens.find(unknown, new Date()).catch(() => undefined));
  await expect(tokens.find(text, new Date())).resolves.toMatchObject({ id: token.id });
  await Promise.all(guesses);
  expect(asked).toBeLessThan(5);

  const during = tokens.find(unknown, new Date()).catch(() => undefined);
  await elsewhere.revoke(token.id, { at: new Date(), why: "left", by: "a test" });
  await expect(tokens.find(text, new Date())).rejects.toMatchObject({ code: "TOKEN_REVOKED" });
  await during;
});
