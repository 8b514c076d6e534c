import { defineShell } from "@site/contracts/build/define-shell";
import { layout } from "./src/layout/layout.ts";

export default defineShell({ layout });
