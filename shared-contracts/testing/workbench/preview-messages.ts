import type { Problem } from "./build-status.ts";

/** The messages of the preview to the workbench around it. */
export type FromPreview =
  | { workbench: true; kind: "ready" }
  | { workbench: true; kind: "event"; name: string; detail: unknown; sent: boolean }
  | { workbench: true; kind: "left"; url: string }
  | { workbench: true; kind: "problem"; problem: Problem }
  | { workbench: true; kind: "axe"; findings: AxeFinding[] }
  | { workbench: true; kind: "left-behind"; findings: LeftFinding[] };

/** One rule of axe that the document breaks. */
export interface AxeFinding {
  rule: string;
  impact: string;
  help: string;
  /** Selectors of the elements. */
  targets: string[];
}

/** Something that islands begin anew each time they are shown, and that goes on after they are left. */
export interface LeftFinding {
  /** `An interval of 1000 ms goes on.` */
  text: string;
  /** `src/ui/countdown.tsx:12:5` */
  place: string;
}

/** The messages of the workbench to the preview. */
export type ToPreview =
  | { workbench: true; kind: "emit"; name: string; detail: unknown }
  | { workbench: true; kind: "check-axe" }
  | { workbench: true; kind: "leave" };

/** True for messages of the workbench; browser extensions post others. */
export function isWorkbenchMessage<M extends FromPreview | ToPreview>(data: unknown): data is M {
  return typeof data === "object" && data !== null && "workbench" in data && data.workbench === true && "kind" in data;
}
