import * as v from "valibot";
import { type Device, deviceFlagsSchema, type DeviceFlags, devicePath, toDevice } from "@site/contracts/visitor/device";
import { requestJson } from "@site/contracts/api/http";

/** Milliseconds the server may take to answer. */
const answerTimeoutMs = 2000;

let asked: { agent: string; flags: Promise<DeviceFlags> } | undefined;
let last = "";

/**
 * The device and window as they are now. Undefined when they are what they were the last time, unless `always`.
 * @throws SiteError when the server does not answer with the device flags
 */
export async function readDevice(always: boolean): Promise<Device | undefined> {
  const { userAgent: agent, maxTouchPoints: touchPoints } = navigator;
  if (asked?.agent !== agent) {
    asked = { agent, flags: requestJson(devicePath, { timeout: answerTimeoutMs }).then(v.parser(deviceFlagsSchema)) };
    asked.flags.catch(() => {
      asked = undefined;
    });
  }
  const device = toDevice(await asked.flags, { width: innerWidth, touchPoints });
  const text = JSON.stringify(device);
  const isNew = always || text !== last;
  last = text;
  return isNew ? device : undefined;
}
