import type { Visitor } from "../visitor/visitor.ts";
import type { IslandData, IslandDataName } from "../documents/data-documents.ts";
import type { ApiClient } from "../api/endpoints.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { HeadFragment } from "./head-fragment.ts";
import type { HydrateMode, IslandName } from "../names/island-name.ts";
import type { PublicSiteConfig, VendorSettings } from "../site/site-config.ts";
import type { Vendor } from "../site/vendor.ts";

/** Which page an island stands on. */
export interface PageContext {
  /** The route's name, such as `about-us` (B025, B026). */
  name: string;
  /** The path without a locale prefix and without query, ending in a slash. */
  path: string;
  /** Parameters of the route, such as an ambassador's slug. */
  params: Record<string, string>;
  /** 200, or the status of an error page. */
  status: number;
}

/** Everything the shell tells an island, as plain data: the same value renders on the server and hydrates. */
export interface IslandContext {
  site: PublicSiteConfig;
  locale: { code: string; languageTag: string; prefix: string };
  page: PageContext;
  visitor: Visitor;
  /** The documents the island asked for with `data`. */
  data: Partial<IslandData>;
  /** The vendors the island asked for with `vendors`, as far as the site uses them. */
  vendors: VendorSettings;
  /** The variant that the slot asks for, such as `hero`. */
  variant: string;
}

/** What exists only in the browser: passed in by the shell, never imported. */
export interface IslandServices {
  bus: EventBus;
  api: ApiClient;
}

/** What a page says of itself, from the remote that owns it. */
export interface PageHead {
  title: string;
  description: string;
  /** The visually hidden page heading (B028); the title when left out. */
  heading?: string | undefined;
}

/** The part of an island's definition that the build writes into the release. */
export interface IslandDescriptor {
  key: string;
  hydrate: HydrateMode;
  /** A query parameter and value with which an `interaction` island hydrates when the page has loaded, such as `auto=1` (B122). */
  hydrateOnQuery?: string | undefined;
  data: IslandDataName[];
  /** Vendors whose code the island loads: a page it stands on allows their hosts. */
  vendors?: Vendor[] | undefined;
  /** What slots may ask of it with `variant`; absent when only `""`. */
  variants?: string[] | undefined;
  /** Whether the island stands inside react-router. */
  router: boolean;
}

/** What a server entry answers for one island. */
export interface RenderedIsland {
  html: string;
  head?: PageHead | undefined;
  /** What a head fragment is, and has instead of HTML. */
  headFragment?: HeadFragment | undefined;
  /** Whether rendering read the visitor. If not, the HTML is the same for every country rule. */
  readsVisitor: boolean;
  /** False when of the visitor it read only whether its country is blocked. */
  readsRule?: boolean | undefined;
  /** False when it did not read its page: the HTML is the same for every page. Releases built earlier do not say. */
  readsPage?: boolean | undefined;
  /** The page's locale, when the package has no messages in it and another's were used (B184). */
  lacksLocale?: string | undefined;
}

/** What the browser gets when it asks a remote for an expose. */
export interface IslandLifecycles {
  /** Fetches what mounting needs beside the code: the messages of the page's language. Does not change the page. */
  prepare(context: IslandContext): Promise<void>;
  /**
   * Takes over the server HTML in `container`, or fills it when it is empty.
   * Resolves when event handlers are attached; rejects when mounting fails.
   */
  mount(container: Element, options: MountOptions): Promise<MountedIsland>;
}

/** What an island is mounted with. `id` is the slot instance, such as `download/button.2`. */
export interface MountOptions {
  id: string;
  island: IslandName;
  context: IslandContext;
  services: IslandServices;
  /** Called when the island fails after it was hydrated: its region is reset to the server's HTML. */
  onFailure(error: unknown): void;
  /** Called for a difference between server and browser that React repaired. */
  onRecoverableError(error: unknown): void;
}

/** A mounted island. */
export interface MountedIsland {
  /** Renders the island for another page after a soft navigation. */
  update(context: IslandContext): void;
  unmount(): void;
}

/**
 * The prefix of every id an island makes, equal on server and browser. Two roots without one collide.
 * `id` is the slot instance, such as `download/button.2`.
 */
export function toIdentifierPrefix(id: string): string {
  return `${id.replaceAll(/[^a-z0-9]+/g, "-")}-`;
}
