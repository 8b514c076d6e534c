// Writes docs/licences.md from what is installed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { licencesFile, writeLicences } from "./licences.ts";
import { workspaceRoot } from "./markdown-files.ts";

writeFileSync(join(workspaceRoot, licencesFile), writeLicences());
