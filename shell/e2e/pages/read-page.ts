import type { SiteAddress } from "../harness/start-site.ts";

/** A served page as text and addresses, without rendering it. */
export interface ReadPage {
  path: string;
  status: number;
  html: string;
  /** Visible text of the body, white space folded. */
  text: string;
  /** Values of `href` on links, unescaped. */
  links: string[];
  ids: ReadonlySet<string>;
}

/** Reads a page of a running site. Redirects are not followed. */
export async function readPage(site: SiteAddress, path: string): Promise<ReadPage> {
  const response = await fetch(`${site.origin}${path}`, { redirect: "manual" });
  const html = await response.text();
  const body = html.slice(html.indexOf("<body"));
  return {
    path,
    status: response.status,
    html,
    text: unescape(body.replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]+>/g, " ")).replaceAll(
      /\s+/g,
      " ",
    ),
    links: [...body.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = ""]) => unescape(href)),
    ids: new Set([...body.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => unescape(id))),
  };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'", nbsp: " " };

function unescape(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
