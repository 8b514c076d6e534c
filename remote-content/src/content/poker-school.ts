import type { Copies } from "@site/contracts/locale/pick-copy";
import { guide as guideEn } from "./en/guide.ts";
import { pokerSchool as en } from "./en/poker-school.ts";
import { guide as guidePtBr } from "./pt-br/guide.ts";
import { pokerSchool as ptBr } from "./pt-br/poker-school.ts";
import type { GuideSection, SchoolCopy } from "../copy/poker-school-copy.ts";

/** The poker school, with explanations of menu items that no other page explains (B060, B241, B242, B289). */
export const schoolCopy: Copies<{ school: SchoolCopy; guide: readonly GuideSection[] }> = {
  en: { school: en, guide: guideEn },
  "pt-br": { school: ptBr, guide: guidePtBr },
};
