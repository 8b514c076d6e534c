import type { SiteEventName, SiteEvents } from "../../src/events/events.ts";

/** Details travel to the preview as data, so `stop()` in a sample does nothing. */
function stop(): void {}

/** A sample detail of every event, which the workbench offers to send. A new event without one does not compile. */
export const eventSamples: { readonly [N in SiteEventName]: SiteEvents[N] } = {
  "route:changed": { path: "/about-us/", name: "about-us", title: "About us" },
  "navigation:requested": { to: "/about-us/" },
  "navigation:refused": {
    problem: "The page may not navigate to //elsewhere: expected a path of this site or an https address",
  },
  "island:hydrated": { island: "content/home", version: "1.0.0-000000000000", milliseconds: 120 },
  "remote:failed": {
    remote: "content",
    version: "1.0.0-000000000000",
    phase: "load",
    reason: "The network went away.",
  },
  "screen:changed": { type: "desktop" },
  "device:requested": {},
  "region:requested": {},
  "region:settled": {},
  "device:changed": {
    device: {
      isMobile: false,
      isMobileOrTablet: false,
      isTablet: false,
      isDesktop: true,
      isIos: false,
      isAndroid: false,
      isWindows: true,
      isMacOS: false,
      isApple: false,
      isSafari: false,
      isFirefox: false,
      isEdge: false,
      isChrome: true,
      isSamsung: false,
      isCrawler: false,
      screen: "desktop",
    },
  },
  "menu:toggled": { open: true },
  "download:started": { platform: "windows", url: "/network/download/windows" },
  "download:refused": { platform: "windows" },
  "chat:availability-changed": { available: true },
  "chat:window-changed": { state: "minimized", coveredPixels: 46 },
  "chat:requested": { from: "/responsible-gaming/" },
  "toast:requested": {
    id: "hello",
    text: "Hello from the workbench",
    backgroundColor: "red",
    color: "white",
    timeout: 50_000,
  },
  "toast:updated": { id: "hello", text: "Hello again", backgroundColor: "green" },
  "toast:removed": { id: "hello" },
  "toast:cleared": {},
  "toast:closed": { id: "hello", reason: "button" },
  "toast:refused": { problem: "A toast cannot be shown; text: expected some text" },
  "modal:requested": {
    id: "welcome",
    title: "Welcome",
    text: "Hello from the workbench.",
    actions: [{ label: "Go on" }],
  },
  "modal:close-requested": { id: "welcome" },
  "modal:before-open": { id: "welcome", stop },
  "modal:opened": { id: "welcome" },
  "modal:before-close": { id: "welcome", reason: "escape", stop },
  "modal:closed": { id: "welcome", reason: "escape" },
  "modal:click-outside": { id: "welcome" },
  "modal:refused": { problem: "A modal cannot be shown; title: expected some text" },
};

export const eventNames = Object.keys(eventSamples) as SiteEventName[];
