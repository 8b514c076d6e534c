import type { Copies } from "@site/contracts/locale/pick-copy";
import { streamerMode as en } from "./en/streamer-mode.ts";
import { streamerMode as ptBr } from "./pt-br/streamer-mode.ts";
import type { StreamerCopy } from "../copy/streamer-mode-copy.ts";

export const streamerCopy: Copies<StreamerCopy> = { en, "pt-br": ptBr };
