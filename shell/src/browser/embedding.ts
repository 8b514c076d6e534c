import { toEmbeddingClass } from "../layout/embedding-class.ts";

/** Matches the parameters of an address for a page that is shown inside of a client (B210-B214), and others with the same beginning, which have no effect. */
const parameters = /(?<=[?&])(embedd?ed|nsus)[^&]*/g;

/** Copies the embedding parameters of the present address to a link: a page shown inside a client leads to pages shown inside it. */
export function keepEmbedding(link: URL | HTMLAnchorElement): void {
  const { search } = link;
  const kept = location.search.match(parameters);
  if (kept && !search.match(parameters)) link.search = `${search && `${search}&`}${kept.join("&")}`;
}

/** Shows the page as its address asks for, or as the site's configuration does. */
export function applyEmbedding(own: string | undefined): void {
  const { classList } = document.body;
  const wanted = toEmbeddingClass(new URLSearchParams(location.search), own);
  classList.remove("client-nav-1", "client-nav-logo", "client-nav-all");
  if (wanted) classList.add(wanted);
}
