import scene from "../artwork/banner-channeling.svg";
import { channelingSolution } from "../content/channeling-solution.ts";
import { defineArticle } from "../ui/define-article.tsx";

/** `/channeling-solution/`, with its own banner. */
export const island = defineArticle(channelingSolution, scene);
