import type { EventBus } from "@site/contracts/events/event-bus";

/**
 * Tells remotes of the device once one of them asked, and from then on when it became another (B066, B132). A page without
 * such a remote fetches nothing for it. An answer that does not come is logged, and the next request asks again.
 * @returns what to call when it is time to look again
 */
export function followDevice(bus: EventBus): () => void {
  let isWanted = false;
  const tell = (isAsked: boolean): Promise<void> =>
    import(/* webpackChunkName: "device" */ "./read-device.ts")
      .then(({ readDevice }) => readDevice(isAsked))
      .then((device) => device && bus.emit("device:changed", { device }))
      .catch(console.error);
  bus.on("device:requested", () => {
    isWanted = true;
    void tell(true);
  });
  return () => void (isWanted && tell(false));
}
