import type { PackageName } from "../names/package-name.ts";
import type { ModalCloseReason, ModalRequest } from "./modal.ts";
import type { Device } from "../visitor/device.ts";
import type { IslandName } from "../names/island-name.ts";
import type { ScreenType } from "../visitor/screen-type.ts";
import type { ToastChange, ToastCloseReason, ToastRequest } from "./toast.ts";
import type { Client } from "../visitor/client.ts";

/**
 * Every event that crosses a boundary, named `owner:happened`. Remotes talk to each other and to the shell through
 * these and nothing else. Within a major version of the contract events are only added.
 */
export interface SiteEvents {
  /** A page is shown: the first one, and each one after a soft navigation. `path` has no query. */
  "route:changed": { path: string; name: string; title: string };
  /** A remote requests a navigation to another page. For an address outside this site it has to set `external` (B205). */
  "navigation:requested": { to: string; external?: boolean | undefined };
  /** The shell refused a requested navigation; `problem` says why in a sentence. */
  "navigation:refused": { problem: string };
  /** An island took over its server HTML. `milliseconds` from the trigger to the end of hydration. */
  "island:hydrated": { island: IslandName; version: string; milliseconds: number };
  /**
   * A remote's code could not be used; its server HTML stays. `island` is the one that is not hydrated, absent for a script
   * of the head. `isLate`: the code has not loaded in time, and may still load.
   */
  "remote:failed": {
    remote: PackageName;
    version: string;
    phase: RemotePhase;
    reason: string;
    island?: IslandName | undefined;
    isLate?: boolean | undefined;
  };
  /** The window became another kind of screen (B061-B063), at most every 100 ms (B065). */
  "screen:changed": { type: ScreenType };
  /** A remote requests the device, now and whenever it changes. */
  "device:requested": Record<never, never>;
  /** The device and its window (B132): after `device:requested`, and at most 50 ms after the last resize (B066). */
  "device:changed": { device: Device };
  /** The full-screen menu was opened or closed. */
  "menu:toggled": { open: boolean };
  /** A download was asked for. `url` is the same-origin address that answers with the installer. */
  "download:started": { platform: Client; url: string };
  /** A download was refused in the visitor's country (B141). */
  "download:refused": { platform: Client };
  /** The help chat's availability became known (B095). */
  "chat:availability-changed": { available: boolean };
  /**
   * The help chat's window was opened, made small or taken away. `coveredPixels`: how high it then is from the lower edge of the browser's
   * window, in CSS pixels; 0 when nothing of it is left to see.
   */
  "chat:window-changed": { state: "open" | "minimized" | "closed"; coveredPixels: number };
  /** A remote wants to know whether a notice about the visitor's region still waits for an answer. */
  "region:requested": Record<never, never>;
  /** No region notice waits on this page: none is due, or the visitor has closed it. Emitted then, and at each `region:requested`. */
  "region:settled": Record<never, never>;
  /** The visitor asked for the help chat. */
  "chat:requested": { from: string };
  /** A remote asks the shell for a short notice. Text, never HTML. */
  "toast:requested": ToastRequest;
  /** A remote changes a toast that is shown. */
  "toast:updated": ToastChange;
  /** A remote removes a toast, or every toast (B175). Their callbacks are not called. */
  "toast:removed": { id: string };
  "toast:cleared": Record<never, never>;
  /** A toast is no longer shown. */
  "toast:closed": { id: string; reason: ToastCloseReason };
  /** The shell refused a request about a toast; `problem` says why in a sentence. */
  "toast:refused": { problem: string };
  /** A remote asks the shell for a modal: one the shell draws, or a dialog of the remote's own. */
  "modal:requested": ModalRequest;
  /** A remote asks the shell to close a modal. */
  "modal:close-requested": { id: string };
  /** The life cycle of every modal (B157). `stop()` prevents opening or closing; it works only during the call. */
  "modal:before-open": { id: string; stop: () => void };
  "modal:opened": { id: string };
  "modal:before-close": { id: string; reason: ModalCloseReason; stop: () => void };
  "modal:closed": { id: string; reason: ModalCloseReason };
  /** The visitor pressed outside of a modal, which closed it unless that was stopped. */
  "modal:click-outside": { id: string };
  /** The shell refused a request about a modal; `problem` says why in a sentence. */
  "modal:refused": { problem: string };
}

/** `owner:happened`, such as `download:started`. */
export type SiteEventName = keyof SiteEvents;

/** The phase in which a remote failed. */
export type RemotePhase = "load" | "integrity" | "hydrate" | "render" | "run";
