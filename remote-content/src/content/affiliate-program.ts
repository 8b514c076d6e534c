import type { Copies } from "@site/contracts/locale/pick-copy";
import type { ArticleCopy } from "../copy/page-copy.ts";
import { affiliateProgram as en } from "./en/affiliate-program.ts";
import { affiliateProgram as ptBr } from "./pt-br/affiliate-program.ts";

export const affiliateProgram: Copies<ArticleCopy> = { en, "pt-br": ptBr };
