import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import { flushSync } from "react-dom";
import type { ReactElement } from "react";
import { type IslandContext, type IslandLifecycles, toIdentifierPrefix } from "../src/islands/island.ts";
import { listMessageLocales } from "../src/locale/locale-fallback.ts";
import type { IslandDefinition } from "./define-island.ts";
import { IslandTree, type MessageCatalog, type RouterComponent } from "./island-tree.tsx";

/** Loaders of a remote's messages, by locale code. */
export type MessageLoaders = Record<string, () => Promise<{ default: MessageCatalog }>>;

/** Messages, and their locale code where it is not the page's. */
interface LoadedMessages {
  messages: MessageCatalog;
  language: string | undefined;
}

/** Languages that were said to be missing: once is enough. */
const missing = new Set<string>();

/**
 * The messages the server rendered the page with. A language the package does not have is warned about, and the next best
 * is used (B184). One that does not come is logged (B183), and none is used in its place: the HTML is in it.
 * @throws when the messages do not come
 */
async function loadMessages(context: IslandContext, loaders: MessageLoaders): Promise<LoadedMessages> {
  for (const code of listMessageLocales(context)) {
    const load = Object.hasOwn(loaders, code) ? loaders[code] : undefined;
    if (!load) {
      if (Object.keys(loaders).length > 0 && !missing.has(code)) console.warn(`There are no messages in ${code}.`);
      missing.add(code);
      continue;
    }
    try {
      return { messages: (await load()).default, language: code === context.locale.code ? undefined : code };
    } catch (error) {
      console.error(`The messages in ${code} could not be loaded.`, error);
      throw error;
    }
  }
  return { messages: {}, language: undefined };
}

/**
 * What the browser gets of an expose: the React adapter. single-spa-react cannot set `identifierPrefix` and loses
 * hydration on remount.
 */
export function toLifecycles(
  definition: IslandDefinition,
  loaders: MessageLoaders,
  router?: RouterComponent,
): IslandLifecycles {
  let loaded: LoadedMessages = { messages: {}, language: undefined };
  return {
    async prepare(context) {
      loaded = await loadMessages(context, loaders);
    },
    mount(container, { id, context, services, onFailure, onRecoverableError }) {
      return new Promise((resolve, reject) => {
        let live = false;
        const options: RootOptions = {
          identifierPrefix: toIdentifierPrefix(id),
          onRecoverableError,
          onUncaughtError(error) {
            if (live) onFailure(error);
            else reject(error instanceof Error ? error : new Error(String(error)));
          },
        };
        const onLive = (): void => {
          live = true;
          resolve({
            update: (next) => root.render(toTree(next)),
            unmount: () => root.unmount(),
          });
        };
        const toTree = (now: IslandContext): ReactElement => (
          <IslandTree
            component={definition.component}
            context={now}
            {...loaded}
            router={router}
            services={services}
            onLive={onLive}
          />
        );
        const isFilled = container.firstChild !== null;
        // At once: neither the page nor its address may change between what the HTML was rendered with and its hydration.
        const root = flushSync(() =>
          isFilled ? hydrateRoot(container, toTree(context), options) : createRoot(container, options),
        );
        if (!isFilled) root.render(toTree(context));
      });
    },
  };
}
