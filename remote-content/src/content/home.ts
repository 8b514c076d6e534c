import type { Copies } from "@site/contracts/locale/pick-copy";
import { home as en } from "./en/home.ts";
import type { HomeCopy } from "../copy/home-copy.ts";
import { home as ptBr } from "./pt-br/home.ts";

export const homeCopy: Copies<HomeCopy> = { en, "pt-br": ptBr };
