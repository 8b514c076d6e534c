import type { FastifyInstance } from "fastify";
import { type DeviceFlags, devicePath } from "@site/contracts/visitor/device";
import { readDeviceFlags } from "../../visitor/device-flags.ts";

/** Answers the device flags of a request (B132). The response is never cached. */
export function registerDevice(app: FastifyInstance): void {
  app.get(devicePath, (request, reply): DeviceFlags => {
    reply
      .header("cache-control", "private, no-store")
      .header("vary", "User-Agent, Sec-CH-UA-Platform, Sec-CH-UA-Mobile");
    return readDeviceFlags(request.headers);
  });
}
