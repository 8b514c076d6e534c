import { useEffect, useState } from "react";
import type { BuildStatus, RenderReport } from "../build-status.ts";

/** The state of the build, and what the last one that worked contained. */
export interface Build {
  status: BuildStatus;
  ready: Extract<BuildStatus, { kind: "ready" }> | undefined;
  /** False while the workbench's process is away. */
  connected: boolean;
}

/** Follows the build of the remote for as long as the page is open. */
export function useBuild(): Build {
  const [build, setBuild] = useState<Build>({ status: { kind: "building" }, ready: undefined, connected: true });
  useEffect(() => {
    const source = new EventSource("/_workbench/builds");
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const status: BuildStatus = JSON.parse(data);
      setBuild(({ ready }) => ({ status, ready: status.kind === "ready" ? status : ready, connected: true }));
    });
    source.addEventListener("error", () => setBuild((before) => ({ ...before, connected: false })));
    return () => source.close();
  }, []);
  return build;
}

/** What the server says of rendering with these settings; undefined until it answered. */
export function useReport(query: string, version: string | undefined): RenderReport | undefined {
  const [report, setReport] = useState<RenderReport>();
  useEffect(() => {
    if (version === undefined) return;
    const controller = new AbortController();
    fetch(`/_workbench/report?${query}`, { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : undefined))
      .then(setReport, (error: unknown) => {
        if (!controller.signal.aborted) console.error(error);
      });
    return () => controller.abort();
  }, [query, version]);
  return report;
}
