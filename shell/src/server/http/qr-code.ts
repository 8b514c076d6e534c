import type { FastifyInstance } from "fastify";
import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PageAnswers } from "./pages/page-routes.ts";

/**
 * The download page's address as a picture a phone can read, one for each language: `/download/qr/en.svg`. It is made on the
 * server from the site's own address, so that no page carries it and no browser a library for it.
 */
export function registerQrCode(app: FastifyInstance, { site, pages }: { site: SiteConfig; pages: PageAnswers }): void {
  const pictures = new Map(
    site.locales.map(({ code }) => [
      `${code}.svg`,
      toPicture(new URL(toLocalizedPath(site, code, "/download/"), site.url).href),
    ]),
  );
  app.get<{ Params: { file: string } }>("/download/qr/:file", (request, reply) => {
    const picture = pictures.get(request.params.file);
    if (picture === undefined) return pages.answerError(request, reply, 404);
    return reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(picture);
  });
}

/** Black on white for every colour scheme of the page, with the quiet zone of four modules that readers need. */
function toPicture(address: string): string {
  return toSvgSource(generate(address), { on: "#000", off: "#fff", pad: 4 });
}
