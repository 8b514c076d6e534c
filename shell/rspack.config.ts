import { defineShell } from "@site/contracts/build/define-shell";

export default defineShell();
