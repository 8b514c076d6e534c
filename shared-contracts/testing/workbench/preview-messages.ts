import type { Problem } from "./build-status.ts";

/** The messages of the preview to the workbench around it. */
export type FromPreview =
  | { workbench: true; kind: "ready" }
  | { workbench: true; kind: "event"; name: string; detail: unknown; sent: boolean }
  | { workbench: true; kind: "left"; url: string }
  | { workbench: true; kind: "problem"; problem: Problem }
  | { workbench: true; kind: "axe"; findings: AxeFinding[] };

/** One rule of axe that the document breaks. */
export interface AxeFinding {
  rule: string;
  impact: string;
  help: string;
  /** Selectors of the elements. */
  targets: string[];
}

/** The messages of the workbench to the preview. */
export type ToPreview =
  | { workbench: true; kind: "emit"; name: string; detail: unknown }
  | { workbench: true; kind: "check-axe" };

/** True for messages of the workbench; browser extensions post others. */
export function isWorkbenchMessage<M extends FromPreview | ToPreview>(data: unknown): data is M {
  return typeof data === "object" && data !== null && "workbench" in data && data.workbench === true && "kind" in data;
}
