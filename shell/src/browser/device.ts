import type { EventBus } from "@site/contracts/events/event-bus";

/**
 * Emits `device:changed` when a remote requests the device, and afterwards whenever the device changes (B066, B132). Without such a request
 * nothing is fetched. A request that fails is logged; the next one asks the server again.
 * @returns a function that reads the device again, to be called after the window changed
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
