/**
 * The body class an address asks for by `embedded` or `embeded`, else `""`: other values set nothing (B210-B213). Without
 * either, the parameter `nsus` decides, and then the site's configuration (B214).
 * @param own the value the site's configuration stands for
 */
export function toEmbeddingClass(query: URLSearchParams, own = ""): string {
  const value = query.get("embedded") ?? query.get("embeded") ?? (query.has("nsus") ? "all" : own);
  return /^(1|logo|all)$/.test(value) ? `client-nav-${value}` : "";
}
