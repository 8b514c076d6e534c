import type { ImageSource } from "@site/contracts/islands/image";
import { type Copies, pickCopy } from "@site/contracts/locale/pick-copy";
import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { toCopyFacts, useCopyFacts } from "../copy-facts.ts";
import type { ArticleCopy } from "../copy/page-copy.ts";
import { ArticlePage } from "./article-page.tsx";
import { useCopy } from "../use-copy.ts";

/** Makes an article page from its copy and its banner. The page is text, so it never hydrates. */
export function defineArticle(copies: Copies<ArticleCopy>, artwork: ImageSource): IslandDefinition {
  return defineIsland({
    component: function Article() {
      const { copy: toCopy, language } = useCopy(copies);
      return <ArticlePage copy={toCopy(useCopyFacts(language))} language={language} artwork={artwork} />;
    },
    hydrate: "never",
    data: ["facts", "contacts"],
    head: (context) => {
      const { copy: toCopy, language } = pickCopy(copies, context);
      const { title, description } = toCopy(toCopyFacts(context, language));
      return { title, description };
    },
  });
}
