import scene from "../artwork/banner-about.svg";
import { aboutUs } from "../content/about-us.ts";
import { defineArticle } from "../ui/define-article.tsx";

/** `/about-us/`, with its own banner. */
export const island = defineArticle(aboutUs, scene);
