import { type BenchData, benchDataId } from "../bench-data.ts";

/** What the server wrote into the page of the workbench. */
export function readBench(): BenchData {
  const data: BenchData = JSON.parse(document.querySelector(`#${benchDataId}`)?.textContent ?? "null");
  return data;
}
