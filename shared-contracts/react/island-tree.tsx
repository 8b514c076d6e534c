import { type ComponentType, type ReactNode, useLayoutEffect } from "react";
import { IntlProvider } from "react-intl";
import type { IslandContext, IslandServices } from "../src/islands/island.ts";
import { SiteProvider } from "./site-context.tsx";

/** Message syntax trees by id, compiled by the build: no parser reaches the browser. */
export type MessageCatalog = Record<string, string>;

/** Puts a router around an island, with the address of its page. */
export type RouterComponent = ComponentType<{ context: IslandContext; children: ReactNode }>;

interface IslandTreeProps {
  component: ComponentType;
  context: IslandContext;
  messages: MessageCatalog;
  /** The locale code of the messages, where it is not the page's: the package lacks the page's language (B184). */
  language?: string | undefined;
  router?: RouterComponent | undefined;
  services?: IslandServices;
  onLive?: () => void;
}

/** The one element that the server renders and the browser hydrates. */
export function IslandTree({
  component: Island,
  context,
  messages,
  language,
  router: Router,
  services,
  onLive,
}: IslandTreeProps) {
  useLayoutEffect(() => onLive?.(), [onLive]);
  const island = Router ? (
    <Router context={context}>
      <Island />
    </Router>
  ) : (
    <Island />
  );
  return (
    <IntlProvider locale={language ?? context.locale.languageTag} messages={messages} onError={throwIntlError}>
      <SiteProvider context={context} services={services}>
        {language === undefined ? island : <div lang={language}>{island}</div>}
      </SiteProvider>
    </IntlProvider>
  );
}

/** Throws for a missing message, so that the release check refuses the release before a visitor sees it. */
function throwIntlError(error: Error): never {
  throw error;
}
