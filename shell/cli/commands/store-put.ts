import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { type DataDocumentName, dataDocumentNames, type DataDocuments } from "@site/contracts/documents/data-documents";
import { parseWrittenDocument } from "@site/contracts/documents/written-document";
import { SiteError, toProblem } from "@site/contracts/errors";
import { documentMaxBytes } from "@site/contracts/signing/strict-json";
import { putDocument, putDocumentFile } from "../../src/server/releases/nats/copy-documents.ts";
import { openNatsLink } from "../../src/server/releases/nats/nats-link.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { checkLinks } from "../releases/check-links.ts";
import { isStore } from "../store/is-store.ts";

const notes = `
The document is checked first, a menu also for where it leads, a list of ambassadors also for what menus lead to, and counts on every server of the store within a second or two. It is one of:
  ${dataDocumentNames.join(", ")}

Examples:
  site store put geo-rules geo-rules.json
  SITE=GGPCOM site store put navigations menu.json
`;

export function addStorePut(verb: Command, context: CommandContext): void {
  const { answer, environment, note } = context;
  verb
    .command("put <document> <file>")
    .description("put a data document of SITE into the store, in place of the one that came with the shell")
    .addHelpText("after", notes)
    .action(async (document: string, file: string) => {
      const name = parseName(document);
      const { places, siteId } = environment();
      const { bytes, document: parsed } = await readDocument(name, resolve(file));
      await checkLinks(name, parsed, context);
      if (!places.nats) await putDocumentFile(places.storeDir, siteId, name, bytes);
      else {
        const link = openNatsLink(places.nats, { keepsTrying: false, onWait: note });
        try {
          await putDocument(link, siteId, name, bytes);
        } finally {
          await link.close();
        }
      }
      const where =
        places.nats || isStore(places.storeDir)
          ? "the store."
          : `${places.storeDir}, where there is no release store yet. site init makes one; is STORE_DIR mistyped?`;
      answer(`${name} of ${siteId} is in ${where}`, { site: siteId, document: name });
    });
}

function parseName(text: string): DataDocumentName {
  for (const name of dataDocumentNames) if (name === text) return name;
  throw new InvalidArgumentError(`There is no document ${text}. There are: ${dataDocumentNames.join(", ")}.`);
}

/** @throws SiteError `DATA_DOCUMENT_INVALID`; InvalidArgumentError for a file that cannot be read */
async function readDocument<N extends DataDocumentName>(
  name: N,
  file: string,
): Promise<{ bytes: Buffer; document: DataDocuments[N] }> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new InvalidArgumentError(`${file} cannot be read: ${toProblem(cause)}. Name a file with the document.`);
  });
  try {
    if (bytes.length > documentMaxBytes)
      throw new Error(`it has ${bytes.length} bytes, at most ${documentMaxBytes} are read`);
    return { bytes, document: parseWrittenDocument(name, String(bytes)) };
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    throw new SiteError("DATA_DOCUMENT_INVALID", { document: name, path: file, problem: toProblem(cause) }, { cause });
  }
}
