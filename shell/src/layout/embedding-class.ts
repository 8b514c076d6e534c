/**
 * The body class an address asks for by `embedded`, also misspelt, or `""`: other values set nothing (B210-B213). `nsus`
 * counts where neither is there (B214).
 */
export function toEmbeddingClass(query: URLSearchParams): string {
  const value = query.get("embedded") ?? query.get("embeded") ?? (query.has("nsus") ? "all" : "");
  return /^(1|logo|all)$/.test(value) ? `client-nav-${value}` : "";
}
