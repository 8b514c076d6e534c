import type { Copies } from "@site/contracts/locale/pick-copy";
import { ggteam as en } from "./en/ggteam.ts";
import { ggteam as ptBr } from "./pt-br/ggteam.ts";
import type { TeamCopy } from "../copy/ggteam-copy.ts";

export const teamCopy: Copies<TeamCopy> = { en, "pt-br": ptBr };
