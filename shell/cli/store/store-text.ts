import { toAddressText } from "../../src/server/releases/nats/nats-address.ts";
import type { StorePlaces } from "../../src/server/releases/stores/open-store.ts";

/** The location of a release store for messages: in NATS, or in a folder. With NATS, the folder has copies only. */
export function toStoreText({ nats, storeDir }: StorePlaces): string {
  return nats ? toAddressText(nats) : storeDir;
}
