import type { Copies } from "@site/contracts/locale/pick-copy";
import type { ArticleCopy } from "../copy/page-copy.ts";
import { channelingSolution as en } from "./en/channeling-solution.ts";
import { channelingSolution as ptBr } from "./pt-br/channeling-solution.ts";

export const channelingSolution: Copies<ArticleCopy> = { en, "pt-br": ptBr };
