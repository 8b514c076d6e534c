import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import type { ReactElement } from "react";
import { type IslandContext, type IslandLifecycles, toIdentifierPrefix } from "../src/island.ts";
import type { IslandDefinition } from "./define-island.ts";
import { IslandTree, type MessageCatalog, type RouterComponent } from "./island-tree.tsx";

/** Loaders of a remote's messages, by locale code. */
export type MessageLoaders = Record<string, () => Promise<{ default: MessageCatalog }>>;

/**
 * What the browser gets of an expose: the React adapter. single-spa-react cannot set `identifierPrefix` and loses
 * hydration on remount.
 */
export function toLifecycles(
  definition: IslandDefinition,
  loaders: MessageLoaders,
  router?: RouterComponent,
): IslandLifecycles {
  let messages: MessageCatalog = {};
  return {
    async prepare({ locale }) {
      messages = (await loaders[locale.code]?.())?.default ?? {};
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
            messages={messages}
            router={router}
            services={services}
            onLive={onLive}
          />
        );
        const isFilled = container.firstChild !== null;
        const root = isFilled ? hydrateRoot(container, toTree(context), options) : createRoot(container, options);
        if (!isFilled) root.render(toTree(context));
      });
    },
  };
}
