import scene from "../artwork/banner-affiliate.svg";
import { affiliateProgram } from "../content/affiliate-program.ts";
import { defineArticle } from "../ui/define-article.tsx";

/** `/affiliate-program/`, with its own banner. */
export const island = defineArticle(affiliateProgram, scene);
