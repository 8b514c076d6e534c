import { createContext, useContext, type ReactNode } from "react";
import type { IslandData, IslandDataName } from "../src/documents/data-documents.ts";
import type { IslandContext, IslandServices } from "../src/islands/island.ts";
import type { VendorSettings } from "../src/site/site-config.ts";

interface ContextValue {
  context: IslandContext;
  /** Absent on the server: nothing can be called or emitted while rendering. */
  services: IslandServices | undefined;
}

const SiteContext = createContext<ContextValue | undefined>(undefined);

/** Gives an island's components what the shell passed in. */
export function SiteProvider({
  context,
  services,
  children,
}: Partial<Pick<ContextValue, "services">> & { context: IslandContext; children: ReactNode }) {
  return <SiteContext value={{ context, services }}>{children}</SiteContext>;
}

function useContextValue(): ContextValue {
  const value = useContext(SiteContext);
  if (value === undefined) throw new Error("This component is rendered outside of an island.");
  return value;
}

/** The site, locale, page, visitor and variant of this island. */
export function useIslandContext(): IslandContext {
  return useContextValue().context;
}

/** The public configuration of the site. */
export function useSite(): IslandContext["site"] {
  return useContextValue().context.site;
}

/** The page this island stands on. */
export function usePage(): IslandContext["page"] {
  return useContextValue().context.page;
}

/** A document the island asked for with `data`, or undefined when the server has none. */
export function useData<N extends IslandDataName>(name: N): IslandData[N] | undefined {
  return useContextValue().context.data[name];
}

/** The settings of a vendor the island asked for with `vendors`, or undefined when the site does not use it. */
export function useVendor<N extends keyof VendorSettings>(name: N): VendorSettings[N] {
  return useContextValue().context.vendors[name];
}

/** The bus and the API: for event handlers and effects, which never run on the server. */
export function useServices(): () => IslandServices {
  const { services } = useContextValue();
  return () => {
    if (services === undefined) throw new Error("The bus and the API exist in event handlers and effects only.");
    return services;
  };
}

/** Turns a path of the site into one of the page's locale: `/about-us/` or `/en/about-us/`. Other links stay. */
export function useHref(): (link: string) => string {
  const { prefix } = useContextValue().context.locale;
  return (link) => (link.startsWith("/") && !link.startsWith("/network/") ? `${prefix}${link}` : link);
}
