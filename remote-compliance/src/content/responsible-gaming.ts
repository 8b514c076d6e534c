import type { Copies } from "@site/contracts/locale/pick-copy";
import { responsible as en } from "./en/responsible-gaming.ts";
import { responsible as ptBr } from "./pt-br/responsible-gaming.ts";
import type { ResponsibleCopy } from "../copy/responsible-gaming-copy.ts";

export const responsibleCopy: Copies<ResponsibleCopy> = { en, "pt-br": ptBr };
