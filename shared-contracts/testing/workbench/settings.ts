import { countryRules, type CountryRule } from "../../src/visitor/country-rule.ts";
import type { PublicSiteConfig } from "../../src/site/site-config.ts";
import { fakeSite } from "../fake-site.ts";

type Flags = PublicSiteConfig["flags"];
export type FlagName = keyof Flags;

/** What boot writes to `data-platform`; `none` as when there is no JavaScript. */
export const devices = ["none", "windows", "osx", "linux", "ios", "android"] as const;
export type Device = (typeof devices)[number];

/** The settings of the workbench. They are kept in the address, so that reloads and links have them. */
export interface Settings {
  expose: string;
  variant: string;
  /** The locale's code. */
  locale: string;
  /** Whether paths carry the locale, as on sites with the strategy `prefix`. */
  prefix: boolean;
  rule: CountryRule;
  path: string;
  /** The address's query without its question mark, such as `auto=1`. It is no part of a page on the server. */
  search: string;
  /** The page's route name. */
  name: string;
  device: Device;
  scripts: boolean;
  /** Width of the preview in pixels; 0 is the full width. */
  width: number;
  flags: Flags;
}

export const defaultSettings: Settings = {
  expose: "",
  variant: "",
  locale: fakeSite.defaultLocale,
  prefix: false,
  rule: "none",
  path: "/",
  search: "",
  name: "index",
  device: "windows",
  scripts: true,
  width: 0,
  flags: fakeSite.flags,
};

export const flagNames = Object.keys(fakeSite.flags) as FlagName[];

/** Reads settings from an address; what is missing or wrong is as by default. */
export function parseSettings(query: URLSearchParams): Settings {
  const text = (key: string, fallback: string): string => query.get(key) ?? fallback;
  const switched = new Set(query.get("flip")?.split(",") ?? []);
  return {
    expose: text("expose", ""),
    variant: text("variant", "").replaceAll(/[^a-z0-9-]/g, ""),
    locale: /^[a-z]{2}(-[a-z]{2})?$/.test(text("locale", "")) ? text("locale", "") : defaultSettings.locale,
    prefix: query.get("prefix") === "on",
    rule: countryRules.find((rule) => rule === query.get("rule")) ?? "none",
    path: text("path", defaultSettings.path),
    search: text("search", ""),
    name: text("name", defaultSettings.name),
    device: devices.find((device) => device === query.get("device")) ?? defaultSettings.device,
    scripts: query.get("scripts") !== "off",
    width: Math.min(Math.max(Number.parseInt(text("width", "0"), 10) || 0, 0), 4000),
    flags: toFlags((name, standard) => (switched.has(name) ? !standard : standard)),
  };
}

/** Settings as a query, without what is as by default. */
export function toQuery(settings: Settings): URLSearchParams {
  const query = new URLSearchParams();
  const set = (key: string, value: string, standard: string): void => {
    if (value !== standard) query.set(key, value);
  };
  for (const key of ["expose", "variant", "locale", "rule", "path", "search", "name", "device"] as const)
    set(key, settings[key], defaultSettings[key]);
  set("prefix", settings.prefix ? "on" : "off", "off");
  set("scripts", settings.scripts ? "on" : "off", "on");
  set("width", String(settings.width), "0");
  set("flip", flagNames.filter((name) => settings.flags[name] !== fakeSite.flags[name]).join(), "");
  return query;
}

function toFlags(pick: (name: FlagName, standard: boolean) => boolean): Flags {
  const flags = { ...fakeSite.flags };
  for (const name of flagNames) flags[name] = pick(name, fakeSite.flags[name]);
  return flags;
}
