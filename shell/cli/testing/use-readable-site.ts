import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openAuditLog } from "../../src/server/access/audit-log.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { addViewer } from "../../src/server/testing/add-viewer.ts";
import { useFixtureApp } from "../../src/server/testing/use-fixture-app.ts";
import { type ChangingFront, startChangingFront } from "./changing-front.ts";

/** A site that is read with a viewer's token, through a front that can change responses. At the start of each test it changes nothing. */
export function useReadableSite(options: Parameters<typeof useFixtureApp>[0] = {}) {
  const folder = mkdtempSync(join(tmpdir(), "readable-site-"));
  const tokens = openTokenList(openFileLogs(folder)("tokens"));
  const audit = openAuditLog(openFileLogs(folder)("audit"));
  const { bench, app } = useFixtureApp({
    ...options,
    access: { tokens, audit, trustDir: folder, publishing: undefined },
  });
  const started: { token: string; front: ChangingFront }[] = [];
  const read = (): { token: string; front: ChangingFront } => {
    const [found] = started;
    if (!found) throw new Error("the front is started before the first test");
    return found;
  };
  beforeAll(async () => {
    const { root, targets } = bench().trust;
    for (const file of ["root.json", "1.root.json"]) await writeFile(join(folder, file), JSON.stringify(root));
    await writeFile(join(folder, "targets.json"), JSON.stringify(targets));
    started.push({ token: await addViewer(tokens), front: await startChangingFront(() => app().server) });
  });
  beforeEach(() => read().front.reset());
  afterAll(async () => {
    for (const { front } of started) front.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    bench,
    app,
    /** A folder for the files of a test. */
    folder,
    token: () => read().token,
    front: () => read().front,
  };
}
