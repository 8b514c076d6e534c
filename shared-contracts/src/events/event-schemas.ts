import * as v from "valibot";
import { screenTypes } from "../visitor/screen-type.ts";
import { clients } from "../visitor/client.ts";
import { deviceFlagsSchema } from "../visitor/device.ts";
import type { SiteEventName } from "./events.ts";
import { drawnModalSchema, type ModalCloseReason, ownModalSchema } from "./modal.ts";
import { overlayNameSchema, toastChangeSchema, type ToastCloseReason, toastRequestSchema } from "./toast.ts";

const modalCloseReasons = ["escape", "outside", "swipe", "button", "request", "removed"] as const;
modalCloseReasons satisfies readonly ModalCloseReason[];
const toastCloseReasons = ["timeout", "button", "removed"] as const;
toastCloseReasons satisfies readonly ToastCloseReason[];

const nothing = v.object({});
const problem = v.object({ problem: v.string() });
const stop = v.custom<() => void>((value) => typeof value === "function", "expected a function");
const dialog = v.custom<HTMLDialogElement>(
  (value) => typeof value === "object" && value !== null && "showModal" in value,
  "expected a dialog element",
);

/**
 * What the detail of each event is, as a schema: the same as the map of types, which a test compares with it. Builds write it into
 * manifests, where types are gone. Pages of visitors do not load it.
 */
export const eventSchemas = {
  "route:changed": v.object({ path: v.string(), name: v.string(), title: v.string() }),
  "navigation:requested": v.object({ to: v.string(), external: v.optional(v.boolean()) }),
  "navigation:refused": problem,
  "island:hydrated": v.object({ island: v.string(), version: v.string(), milliseconds: v.number() }),
  "remote:failed": v.object({
    remote: v.string(),
    version: v.string(),
    phase: v.picklist(["load", "integrity", "hydrate", "render", "run"]),
    reason: v.string(),
    island: v.optional(v.string()),
    isLate: v.optional(v.boolean()),
  }),
  "screen:changed": v.object({ type: v.picklist(screenTypes) }),
  "device:requested": nothing,
  "device:changed": v.object({
    device: v.object({ ...deviceFlagsSchema.entries, screen: v.picklist(screenTypes) }),
  }),
  "menu:toggled": v.object({ open: v.boolean() }),
  "download:started": v.object({ platform: v.picklist(clients), url: v.string() }),
  "download:refused": v.object({ platform: v.picklist(clients) }),
  "chat:availability-changed": v.object({ available: v.boolean() }),
  "chat:window-changed": v.object({ state: v.picklist(["open", "minimized", "closed"]), coveredPixels: v.number() }),
  "region:requested": nothing,
  "region:settled": nothing,
  "chat:requested": v.object({ from: v.string() }),
  "toast:requested": toastRequestSchema,
  "toast:updated": toastChangeSchema,
  "toast:removed": overlayNameSchema,
  "toast:cleared": nothing,
  "toast:closed": v.object({ id: v.string(), reason: v.picklist(toastCloseReasons) }),
  "toast:refused": problem,
  "modal:requested": v.union([v.object({ ...ownModalSchema.entries, dialog }), drawnModalSchema]),
  "modal:close-requested": overlayNameSchema,
  "modal:before-open": v.object({ id: v.string(), stop }),
  "modal:opened": v.object({ id: v.string() }),
  "modal:before-close": v.object({ id: v.string(), reason: v.picklist(modalCloseReasons), stop }),
  "modal:closed": v.object({ id: v.string(), reason: v.picklist(modalCloseReasons) }),
  "modal:click-outside": v.object({ id: v.string() }),
  "modal:refused": problem,
} satisfies Record<SiteEventName, v.GenericSchema>;
