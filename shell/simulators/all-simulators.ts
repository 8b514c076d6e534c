import { createChatSimulators } from "./chat-simulators.ts";
import { createConsentSimulator } from "./consent-simulator.ts";
import { createDownloadService } from "./download-service.ts";
import { createElsewhereSimulator } from "./elsewhere-simulator.ts";
import type { Simulator } from "./simulator.ts";
import { createTagSimulator } from "./tag-simulator.ts";

/** New simulators of all third parties, without state of earlier ones. */
export function createSimulators(): Simulator[] {
  return [
    ...createChatSimulators(),
    createConsentSimulator(),
    createTagSimulator(),
    createDownloadService(),
    createElsewhereSimulator(),
  ];
}
