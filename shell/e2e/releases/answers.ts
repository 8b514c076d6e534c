import { type BrowserSet, browserSetSchema } from "@site/contracts/releases/browser-set";
import { type PageParts, pagePartsSchema, type PagePayload, pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import * as v from "valibot";
import { toBuildId } from "../../src/server/pages/build-id.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** A page as it was answered, with the data it carries. */
export interface AnsweredPage {
  status: number;
  etag: string;
  html: string;
  /** The text of its inline style sheet. */
  css: string;
  set: BrowserSet;
  parts: PageParts;
  /** The addresses of the style sheets whose text it has inline. */
  styles: string[];
}

const latestSchema = v.object({ id: v.string(), revision: v.number(), timestamp: v.number() });

/** Asks for a page by its path without locale prefix. */
export async function fetchPage({ origin, prefix }: SiteAddress, path: string): Promise<AnsweredPage> {
  const response = await fetch(`${origin}${prefix}${path}`);
  const html = await response.text();
  const state = readJson(html, "site-state");
  return {
    status: response.status,
    etag: response.headers.get("etag") ?? "",
    html,
    css: /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "",
    set: parse(browserSetSchema, readJson(html, "site-set")),
    parts: parse(pagePartsSchema, state),
    styles: v.parse(v.object({ styles: v.array(v.string()) }), state).styles,
  };
}

/** Asks for a page as data. */
export async function fetchPayload({ origin, prefix }: SiteAddress, path: string): Promise<PagePayload> {
  const response = await fetch(`${origin}${prefix}${path}_payload.json`);
  if (response.status !== 200) throw new Error(`${path}_payload.json answered ${response.status}`);
  return parse(pagePayloadSchema, await response.json());
}

/** The name of the build the server calls its latest. */
export async function fetchLatest({ origin }: SiteAddress): Promise<string> {
  return (await fetchLatestBuild(origin)).id;
}

/** The revision that a server is at. */
export async function fetchRevision({ origin }: Pick<SiteAddress, "origin">): Promise<number> {
  return (await fetchLatestBuild(origin)).revision;
}

async function fetchLatestBuild(origin: string): Promise<v.InferOutput<typeof latestSchema>> {
  const response = await fetch(`${origin}/builds/latest.json?${Date.now()}`);
  return v.parse(latestSchema, await response.json());
}

/** Waits until a server answers from a set. */
export function untilLive(site: SiteAddress, id: string): Promise<void> {
  return waitUntil(async () => (await fetchLatest(site)) === toBuildId(id), { what: `the set ${id}`, within: 30_000 });
}

/** The version of each package, of a document's set or of a payload's releases. */
export function toVersions(packages: Readonly<Record<string, { version: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]));
}

/** The marks of the variants an HTML text was made by, each once. */
export function listMarks(html: string): string[] {
  return [...new Set([...html.matchAll(/data-made-by="([^"]*)"/g)].flatMap(([, mark]) => mark ?? []))];
}

function readJson(html: string, id: string): unknown {
  const [, text = ""] = new RegExp(`id="${id}">([^<]*)</script>`).exec(html) ?? [];
  return JSON.parse(text);
}
