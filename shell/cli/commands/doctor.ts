import type { Command } from "commander";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import type { ReleaseStore, RevisionRecord } from "../../src/server/releases/release-store.ts";
import { openSeenRevision, type Seen } from "../../src/server/releases/signed-store/seen-revision.ts";
import { readCurrentLists } from "../../src/server/releases/trust/change-trust.ts";
import { parseOrigin } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { examineCertificate } from "../doctor/examine-certificates.ts";
import { examineData } from "../doctor/examine-data.ts";
import { examineDisk, examineWritable, findFolder, readRoom } from "../doctor/examine-disk.ts";
import { examineHistory } from "../doctor/examine-history.ts";
import { examineKeys } from "../doctor/examine-keys.ts";
import { examineServer } from "../doctor/examine-server.ts";
import {
  examineBeside,
  examineClockAhead,
  examineCollection,
  examineLive,
  examineRecordClock,
} from "../doctor/examine-store.ts";
import { examineProposal, examineTokens, examineTrust } from "../doctor/examine-trust.ts";
import { type Diagnosis, fine } from "../doctor/diagnosis.ts";
import { countUrgent, formatFindings } from "../doctor/format-findings.ts";
import { toOwnerFolders } from "../trust/trust-change.ts";

const notes = `
Examines the store, its history and data documents, what rollbacks go back to, the trust list, tokens, keys, certificates, clock and disk
of this machine, and the servers at the given addresses. It changes nothing. NOW: something does not work, or will not at any moment; the exit
code is 9 then. SOON: to be done in the next days.

Examples:
  site doctor
  site doctor https://a.internal.example https://b.internal.example
  site doctor --json
`;

/** Adds `site doctor`: lists present and coming problems of a site, with advice. */
export function addDoctor(program: Command, context: CommandContext): void {
  program
    .command("doctor")
    .description("examine store, trust, clocks, disk and servers, and say what to do")
    .argument("[addresses...]", "origins of servers whose /readyz to read", (text: string, before: string[] = []) => [
      ...before,
      parseOrigin(text),
    ])
    .addHelpText("after", notes)
    .action(async (addresses: string[] = []) => {
      const findings = await examine(context, addresses);
      const urgent = countUrgent(findings);
      context.answer(formatFindings(findings), { urgent, findings });
      if (urgent > 0) context.end("attention");
    });
}

/** The words that name every package of the workspace. */
const all = packageNames.join(" ");

const copy = "This machine's copy of the store";
const copyAdvice =
  "Mount its disk, if it has one of its own. Else mend the store in NATS first: a command that reaches it makes the copy.";

async function examine(context: CommandContext, addresses: readonly string[]): Promise<Diagnosis[]> {
  const { places, tls } = context.environment();
  const { nats, storeDir, accessDir, stateDir, trustDir } = places;
  const now = new Date();
  const opening = openReadable(context);
  const readLive = async (): Promise<RevisionRecord | undefined> => {
    const opened = await opening;
    // When the store cannot be read any more, the record that was read when it was opened stands in.
    return "store" in opened ? opened.store.current().catch(() => opened.live) : undefined;
  };
  // Opening a store in NATS copies its trust list to this machine. While NATS does not answer each examination waits for its timeout, so they run in parallel.
  const groups = await Promise.all([
    opening.then((opened) => ("store" in opened ? examineOpened(opened.store, opened.live, now) : [opened])),
    orDiagnosis("trust", async () => {
      await opening;
      const { keysDir, trustDir: ownersDir } = toOwnerFolders(context);
      const lists = await readCurrentLists(ownersDir);
      return [...examineTrust(lists, now), ...(await examineKeys(keysDir, lists))];
    }),
    opening.then(() => orDiagnosis("trust", () => examineProposal(trustDir))),
    orDiagnosis("tokens", async () =>
      examineTokens(await openTokenList(openFileLogs(accessDir)("tokens")).list(), now),
    ),
    examineCertificate("TLS_CERT", tls?.certFile, now),
    examineCertificate("STORE_CERT", nats?.tls?.certFile, now),
    orDiagnosis("data", () => examineData(storeDir)),
    opening.then(async (opened) => [
      await (nats ? examineCopy(storeDir, "store" in opened) : examineDisk("The store", storeDir)),
    ]),
    opening.then(() => examineWritable(nats ? copy : "The store", storeDir)),
    examineWritable("What this machine remembers", stateDir),
    ...addresses.map((address) => examineServer(address, readLive)),
  ]);
  return groups.flat();
}

/** The disk of this machine's copy of a store in NATS. The first release that is read makes its folder: until then the disk is that of a folder above. */
async function examineCopy(storeDir: string, isOpened: boolean): Promise<Diagnosis> {
  const folder = isOpened ? await findFolder(storeDir) : storeDir;
  return examineDisk(folder === storeDir ? copy : "The folder for this machine's copy", folder, readRoom, copyAdvice);
}

/** The store and its live record; a finding when they cannot be read. */
async function openReadable({
  openStore,
  environment,
}: CommandContext): Promise<{ store: ReleaseStore; live: RevisionRecord | undefined } | Diagnosis> {
  try {
    const { store } = await openStore({ skipsCopies: true });
    return { store, live: await store.current() };
  } catch (error) {
    const lost = isSiteError(error, "STORE_NOT_FOUND") && (await findLost(environment().places.stateDir));
    if (lost)
      return {
        about: "store",
        state: "now",
        found: `The release store ${error.details["path"]} is gone, and this machine has seen its revision ${lost.revision}.`,
        change:
          "Servers go on with what they have. Mount its disk, or put it back from a backup (docs/operations.md, Backup and restore). A new store would lack its history and its releases.",
      };
    return {
      about: "store",
      state: "now",
      found: toProblem(error),
      change: "Servers go on with what they have. Mend this first: nothing else of the store could be examined.",
    };
  }
}

/** What this machine remembers of a store that is not there; undefined where it has seen none. */
function findLost(stateDir: string): Promise<Seen | undefined> {
  return openSeenRevision(stateDir, "stable")
    .last()
    .catch(() => undefined);
}

async function examineOpened(store: ReleaseStore, live: RevisionRecord | undefined, now: Date): Promise<Diagnosis[]> {
  if (!live)
    return [
      {
        about: "store",
        state: "now",
        found: "Nothing is live.",
        change: `Publish every package, and promote them: site publish ${all}, then site promote ${all} --why "first set".`,
      },
    ];
  const groups = await Promise.all([
    orDiagnosis("store", () => examineLive(store, live)),
    orDiagnosis("store", () => examineBeside(store, live)),
    orDiagnosis("history", () => examineHistory(store, live)),
    examineRecordClock(live, now),
    orDiagnosis("clock", () => examineClockAhead(store, now)),
    orDiagnosis("releases", () => examineCollection(store, now)),
  ]);
  const found = groups.flat();
  return found.some(({ about }) => about === "clock")
    ? found
    : [...found, fine("clock", "No record is from the future of this machine's clock.")];
}

/** The findings of an examination; when it fails, a finding with the failure. */
async function orDiagnosis(about: string, examineSubject: () => Promise<Diagnosis[]>): Promise<Diagnosis[]> {
  try {
    return await examineSubject();
  } catch (error) {
    return [
      {
        about,
        state: "now",
        found: toProblem(error),
        change: "Mend what the sentence names, and run site doctor again.",
      },
    ];
  }
}
