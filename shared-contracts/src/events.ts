import type { PackageName } from "./package-name.ts";
import type { IslandName } from "./remote.ts";
import type { ScreenType } from "./screen-type.ts";
import type { Platform } from "./visitor.ts";

/**
 * Every event that crosses a boundary, named `owner:happened`. Remotes talk to each other and to the shell through
 * these and nothing else. Within a major version of the contract events are only added.
 */
export interface SiteEvents {
  /** A page is shown: the first one, and each one after a move. `path` has no query. */
  "route:changed": { path: string; name: string; title: string };
  /** An island took over its server HTML. `milliseconds` from trigger to live. */
  "island:hydrated": { island: IslandName; version: string; milliseconds: number };
  /** A remote's code could not be used; its server HTML stays. */
  "remote:failed": { remote: PackageName; version: string; phase: RemotePhase; reason: string };
  /** The window became another kind of screen (B061-B063), at most every 100 ms (B065). */
  "screen:changed": { type: ScreenType };
  /** Somebody opened or closed the full-screen menu. */
  "menu:toggled": { open: boolean };
  /** A download was asked for. `url` is the same-origin address that answers with the installer. */
  "download:started": { platform: Platform; url: string };
  /** A download was refused in the visitor's country (B141). */
  "download:refused": { platform: Platform };
  /** The help chat's availability became known (B095). */
  "chat:availability-changed": { available: boolean };
  /** The visitor asked for the help chat. */
  "chat:requested": { from: string };
  /** A remote asks the shell for a short notice. Text, never HTML. */
  "toast:requested": { id?: string; text: string };
}

export type SiteEventName = keyof SiteEvents;

/** Where in its life a remote failed. */
export type RemotePhase = "load" | "integrity" | "hydrate" | "render" | "run";
