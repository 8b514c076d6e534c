import type { EventBus } from "@site/contracts/event-bus";

/**
 * Tells of the device whoever asks for it, and from then on when it became another (B066, B132). A page where nobody asks
 * fetches nothing for it.
 * @returns what to call when it is time to look again
 */
export function followDevice(bus: EventBus): () => void {
  let isWanted = false;
  const tell = async (isAsked: boolean): Promise<void> => {
    const { readDevice } = await import(/* webpackChunkName: "device" */ "./read-device.ts");
    const device = await readDevice(isAsked);
    if (device) bus.emit("device:changed", { device });
  };
  bus.on("device:requested", () => {
    isWanted = true;
    void tell(true);
  });
  return () => void (isWanted && tell(false));
}
