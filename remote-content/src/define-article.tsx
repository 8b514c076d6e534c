import type { ImageSource } from "@site/contracts/image";
import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { type CopyFacts, toCopyFacts, useCopyFacts } from "./copy-facts.ts";
import type { PageCopy } from "./page-copy.ts";
import { ArticlePage } from "./ui/article-page.tsx";

/** The language the articles are written in. */
const language = "en";

/** Makes a page whose shape is an article out of its copy and its banner. The page is text: it never hydrates. */
export function defineArticle(toCopy: (facts: CopyFacts) => PageCopy, artwork: ImageSource): IslandDefinition {
  return defineIsland({
    component: () => <ArticlePage copy={toCopy(useCopyFacts(language))} artwork={artwork} />,
    hydrate: "never",
    data: ["facts"],
    head: (context) => {
      const { title, description } = toCopy(toCopyFacts(context, language));
      return { title, description };
    },
  });
}
