// Writes into docs/behaviours.md which test files name each behaviour.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { behavioursFile, findTests, writeTests } from "./behaviours.ts";
import { workspaceRoot } from "./markdown-files.ts";

const file = join(workspaceRoot, behavioursFile);
writeFileSync(file, writeTests(readFileSync(file, "utf8"), findTests()));
