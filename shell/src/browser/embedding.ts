import { toEmbeddingClass } from "../layout/embedding-class.ts";

/** The parameters by which an address says that the page is shown inside of a client (B210-B214). */
const parameters = ["embedded", "embeded", "nsus"] as const;

/** Copies the embedding parameters of the present address to a link: a page shown inside a client leads to pages shown inside it. */
export function keepEmbedding(url: URL): void {
  const query = new URLSearchParams(location.search);
  if (parameters.some((name) => url.searchParams.has(name))) return;
  for (const name of parameters) {
    const value = query.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
}

/** Shows the page as its address asks for, or as the site's configuration does. */
export function applyEmbedding(own: string | undefined): void {
  const { classList } = document.body;
  const wanted = toEmbeddingClass(new URLSearchParams(location.search), own);
  classList.remove("client-nav-1", "client-nav-logo", "client-nav-all");
  if (wanted) classList.add(wanted);
}
