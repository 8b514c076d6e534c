import type { IslandDescriptor } from "../../src/islands/island.ts";
import type { PackageName } from "../../src/names/package-name.ts";

/** A problem to show to the developer, and where it came from. */
export interface Problem {
  kind: "build" | "render" | "message" | "html" | "hydration" | "policy" | "console";
  text: string;
}

/** How the last build went; sent to the workbench's page after each. */
export type BuildStatus =
  | { kind: "building" }
  | { kind: "failed"; problems: Problem[] }
  | {
      kind: "ready";
      remote: PackageName;
      version: string;
      milliseconds: number;
      exposes: IslandDescriptor[];
      locales: string[];
      problems: Problem[];
    };

/** The result of rendering an island with some settings. */
export interface RenderReport {
  version: string;
  /** Bytes of the island's HTML, uncompressed. */
  bytes: number;
  milliseconds: number;
  /** Why the preview is empty, as a sentence; undefined when it is not. */
  empty: string | undefined;
  title: string | undefined;
  description: string | undefined;
  problems: Problem[];
}
