import { renderToString } from "react-dom/server";
import { createIntl } from "react-intl";
import { headKey } from "../src/islands/head-fragment.ts";
import { type IslandContext, type RenderedIsland, toIdentifierPrefix } from "../src/islands/island.ts";
import { listMessageLocales } from "../src/locale/locale-fallback.ts";
import type { ServerEntry } from "../src/islands/server-entry.ts";
import type { HeadDefinition } from "./define-head.ts";
import type { IslandDefinition } from "./define-island.ts";
import { isBlocked } from "../src/visitor/visitor.ts";
import { IslandTree, type MessageCatalog } from "./island-tree.tsx";
import { Router } from "./router.server.tsx";

/** Makes what a release exports to the server out of its islands, its messages by locale and its head fragment. */
export function createServerEntry(
  definitions: Record<string, IslandDefinition>,
  catalogs: Record<string, MessageCatalog>,
  head?: HeadDefinition,
): ServerEntry {
  return {
    head: head && { vendors: [...(head.vendors ?? [])] },
    describe: () =>
      Object.entries(definitions).map(
        ([key, { hydrate, hydrateOnQuery, data = [], vendors, variants, router = false }]) => ({
          key,
          hydrate,
          hydrateOnQuery,
          data: [...data],
          ...(vendors && { vendors: [...vendors] }),
          ...(variants && { variants: [...variants] }),
          router,
        }),
      ),
    messages: () =>
      Object.fromEntries(Object.entries(catalogs).map(([locale, catalog]) => [locale, Object.keys(catalog)])),
    render(key, id, context) {
      if (key === headKey && head) return renderHead(head, context);
      const definition = definitions[key];
      if (!definition) throw new Error(`there is no expose ${key}`);
      const code = listMessageLocales(context).find((one) => Object.hasOwn(catalogs, one));
      const messages = (code === undefined ? undefined : catalogs[code]) ?? {};
      // A package without messages has no missing language.
      const lacks =
        Object.keys(catalogs).length > 0 && code !== context.locale.code ? { lacksLocale: context.locale.code } : {};
      const watched = watchReads(context);
      const html = renderToString(
        <IslandTree
          component={definition.component}
          context={watched.context}
          messages={messages}
          language={code === context.locale.code ? undefined : code}
          router={definition.router ? Router : undefined}
        />,
        { identifierPrefix: toIdentifierPrefix(id) },
      );
      if (!definition.head) return { html, ...watched.listReads(), ...lacks };
      const intl = createIntl({
        locale: context.locale.languageTag,
        messages,
        onError: (error) => {
          throw error;
        },
      });
      const pageHead = definition.head(watched.context, (messageId, values) =>
        intl.formatMessage({ id: messageId }, values),
      );
      return { html, head: pageHead, ...watched.listReads(), ...lacks };
    },
  };
}

function renderHead(head: HeadDefinition, context: IslandContext): RenderedIsland {
  const watched = watchReads(context);
  return { html: "", headFragment: head.render(watched.context), ...watched.listReads() };
}

type Reads = Required<Pick<RenderedIsland, "readsVisitor" | "readsRule" | "readsPage">>;

/** A context that records what of page and visitor was read. Rendering is pure: HTML made without reading them is the same for all. */
function watchReads({ visitor, page, ...rest }: IslandContext): { context: IslandContext; listReads(): Reads } {
  const reads = { readsVisitor: false, readsRule: false, readsPage: false };
  const watched: IslandContext["visitor"] = {
    get rule() {
      reads.readsRule = true;
      reads.readsVisitor = true;
      return visitor.rule;
    },
    get isBlocked() {
      reads.readsVisitor = true;
      return isBlocked(visitor);
    },
  };
  const context: IslandContext = {
    ...rest,
    visitor: watched,
    get page() {
      reads.readsPage = true;
      return page;
    },
  };
  return { context, listReads: () => ({ ...reads }) };
}
