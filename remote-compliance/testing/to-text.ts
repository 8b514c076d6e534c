/** What a reader sees of some HTML: its text, blocks parted by a space. */
export function toText(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|strong|em|code|span|time)\b[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}
