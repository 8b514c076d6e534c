import type { Command } from "commander";
import { SiteError } from "@site/contracts/errors";
import { toReleaseLabel } from "@site/contracts/releases/release";
import { sbomFile } from "@site/contracts/releases/sbom-file";
import type { CommandContext } from "../command-line/command-context.ts";
import { parseStoredName } from "../command-line/package-argument.ts";
import { resolveVersion } from "../releases/resolve-version.ts";

/** Adds `site sbom`: prints the software bill of materials of a release. */
export function addSbom(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("sbom <release>")
    .description("print the packages that a release is made of, as a CycloneDX document")
    .addHelpText(
      "after",
      "\nExamples:\n  site sbom content                     the one that is live\n  site sbom content@1.0.0-3f2a > content.cdx.json\n",
    )
    .action(async (given: string) => {
      const { store } = await openStore();
      const [label = "", wanted] = given.split("@");
      const name = await parseStoredName(label, store);
      const live = (await store.current())?.set.versions[name];
      const known = await store.versions(name);
      const { release, files } = await store.load(
        name,
        resolveVersion(name, wanted ?? live ?? known.at(-1) ?? "", known),
      );
      const bytes = files.get(sbomFile);
      if (!bytes) throw new SiteError("RELEASE_WITHOUT_SBOM", { release: toReleaseLabel(release) });
      const text = bytes.toString("utf8").trimEnd();
      const document: unknown = JSON.parse(text);
      answer(text, Object(document));
    });
}
