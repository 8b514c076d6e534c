import { createHash } from "node:crypto";
import type { PagePlan } from "./page-plan.ts";

/** Names what a page is made of: 16 hexadecimal digits of a hash. */
export function toPageId(build: string, plan: PagePlan): string {
  return createHash("sha256").update(JSON.stringify([build, plan])).digest("hex").slice(0, 16);
}
