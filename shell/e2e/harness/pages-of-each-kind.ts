/** A page of each layout, each remote and each island, without the locale's prefix. */
export const pagesOfEachKind: readonly string[] = [
  "/",
  "/ggteam/",
  "/contact/",
  "/download/",
  "/poker-school/",
  "/responsible-gaming/",
  "/terms-conditions/",
];
