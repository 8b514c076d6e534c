import type { SiteEventName, SiteEvents } from "../../src/events.ts";

/** A detail for every event of the site: what the workbench offers to send. A new event without one does not compile. */
export const eventSamples: { readonly [N in SiteEventName]: SiteEvents[N] } = {
  "route:changed": { path: "/about-us/", name: "about-us", title: "About us" },
  "island:hydrated": { island: "content/home", version: "1.0.0-000000000000", milliseconds: 120 },
  "remote:failed": { remote: "content", version: "1.0.0-000000000000", phase: "load", reason: "The network went away." },
  "screen:changed": { type: "desktop" },
  "menu:toggled": { open: true },
  "download:started": { platform: "windows", url: "/network/download/windows" },
  "download:refused": { platform: "windows" },
  "chat:availability-changed": { available: true },
  "chat:requested": { from: "/responsible-gaming/" },
  "toast:requested": { text: "Hello from the workbench" },
};

export const eventNames = Object.keys(eventSamples) as SiteEventName[];
