import type { Copies } from "@site/contracts/locale/pick-copy";
import type { ArticleCopy } from "../copy/page-copy.ts";
import { aboutUs as en } from "./en/about-us.ts";
import { aboutUs as ptBr } from "./pt-br/about-us.ts";

export const aboutUs: Copies<ArticleCopy> = { en, "pt-br": ptBr };
