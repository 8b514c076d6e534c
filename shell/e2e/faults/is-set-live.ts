import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { ServerProcess } from "../harness/start-site.ts";

/** Whether a server's log says that a set is live. To ask the server itself again and again takes it from what it composes meanwhile. */
export function isSetLive({ log }: Pick<ServerProcess, "log">, { id }: Pick<ReleaseSet, "id">): boolean {
  return log().some(({ msg, set }) => msg === "the set is live" && set === id);
}
