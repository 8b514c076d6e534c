import { defineShell } from "@site/contracts/build/define-shell";
import { headlines } from "./src/layout/headlines.ts";
import { layout } from "./src/layout/layout.ts";

export default defineShell({ layout, headlines });
