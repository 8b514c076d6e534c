import { renderToString } from "react-dom/server";
import { createIntl } from "react-intl";
import { type IslandContext, toIdentifierPrefix } from "../src/island.ts";
import { listMessageLocales } from "../src/locale-fallback.ts";
import type { ServerEntry } from "../src/server-entry.ts";
import type { IslandDefinition } from "./define-island.ts";
import { IslandTree, type MessageCatalog } from "./island-tree.tsx";
import { Router } from "./router.server.tsx";

/** Makes what a release exports to the server out of its islands and its messages by locale. */
export function createServerEntry(
  definitions: Record<string, IslandDefinition>,
  catalogs: Record<string, MessageCatalog>,
): ServerEntry {
  return {
    describe: () =>
      Object.entries(definitions).map(([key, { hydrate, hydrateOnQuery, data = [], vendors, router = false }]) => ({
        key,
        hydrate,
        hydrateOnQuery,
        data: [...data],
        ...(vendors && { vendors: [...vendors] }),
        router,
      })),
    render(key, id, context) {
      const definition = definitions[key];
      if (!definition) throw new Error(`there is no expose ${key}`);
      const messages = listMessageLocales(context).map((code) => catalogs[code]).find((catalog) => catalog !== undefined) ?? {};
      const watched = watchVisitor(context);
      const html = renderToString(
        <IslandTree
          component={definition.component}
          context={watched.context}
          messages={messages}
          router={definition.router ? Router : undefined}
        />,
        { identifierPrefix: toIdentifierPrefix(id) },
      );
      if (!definition.head) return { html, readsVisitor: watched.isRead() };
      const intl = createIntl({
        locale: context.locale.languageTag,
        messages,
        onError: (error) => {
          throw error;
        },
      });
      const head = definition.head(watched.context, (messageId, values) => intl.formatMessage({ id: messageId }, values));
      return { html, head, readsVisitor: watched.isRead() };
    },
  };
}

/** A context that knows whether its visitor was looked at. Rendering is pure, so what it did not read cannot matter. */
function watchVisitor({ visitor, ...rest }: IslandContext): { context: IslandContext; isRead(): boolean } {
  let read = false;
  const context: IslandContext = {
    ...rest,
    get visitor() {
      read = true;
      return visitor;
    },
  };
  return { context, isRead: () => read };
}
