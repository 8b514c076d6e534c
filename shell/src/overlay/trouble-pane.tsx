import { Log } from "./log.tsx";
import type { Trouble } from "./recorder.ts";

/** What went wrong in this document. */
export function TroublePane({ troubles }: { troubles: readonly Trouble[] }) {
  if (troubles.length === 0) return <p className="quiet">None since the page was loaded.</p>;
  return <Log name="Errors" entries={troubles} />;
}
