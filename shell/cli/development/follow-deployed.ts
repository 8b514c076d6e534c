import { setTimeout as delay } from "node:timers/promises";
import { toProblem } from "@site/contracts/errors";
import type { DeployedSet } from "../releases/deployed-reader.ts";

/** Milliseconds between two requests for the live revision of the deployed site. */
const lookEveryMs = 5000;

/** A deployed site of whose live set this machine shows a copy. */
export interface FollowedSite {
  address: string;
  /** The set that was copied at the start. */
  copied: DeployedSet;
  readLive(): Promise<DeployedSet>;
  /** Makes a later set live here, except for the developer's own packages. */
  takeOver(live: DeployedSet): Promise<void>;
}

/**
 * Copies, until this process ends, each set that becomes live on the deployed site. The last copy stays while the site does not respond, refuses the
 * token or has a set that does not verify: the terminal reports that once.
 * @param runInTurn runs a function while no save is made live: both change the same store
 */
export function followDeployed(
  { address, copied, readLive, takeOver }: FollowedSite,
  runInTurn: (work: () => Promise<void>) => Promise<void>,
  everyMs = lookEveryMs,
): void {
  let { revision } = copied;
  let said = "";

  async function look(): Promise<void> {
    try {
      const live = await readLive();
      if (live.siteId !== copied.siteId)
        throw new Error(
          `${address} is the site ${live.siteId} now, and was ${copied.siteId}. Start this command again.`,
        );
      if (live.revision !== revision) {
        await runInTurn(() => takeOver(live));
        revision = live.revision;
        console.log(`revision ${revision} of ${address} was taken over`);
      }
      said = "";
    } catch (error) {
      const text = `${toProblem(error)} Revision ${revision} of ${copied.siteId} stays, and the site is asked again every ${everyMs / 1000} s.`;
      if (text !== said) console.error(text);
      said = text;
    }
  }

  async function follow(): Promise<void> {
    for (;;) {
      await delay(everyMs, undefined, { ref: false });
      await look();
    }
  }

  void follow();
}
