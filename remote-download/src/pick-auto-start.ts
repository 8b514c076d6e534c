import type { CountryRule } from "@site/contracts/visitor/country-rule";
import type { System } from "@site/contracts/visitor/system";
import { pickClient, type Client } from "@site/contracts/visitor/client";
import { usualDevice } from "./usual-device.ts";

/** The facts that decide whether the download page starts a download by itself. */
export interface Arrival {
  /** The query of the address, with or without its question mark. */
  query: string;
  rule: CountryRule;
  system: System;
  /** Whether this history entry has started a download before: after a reload, or a navigation back to it. */
  started: boolean;
}

/** The client to download automatically, or undefined: only with `auto=1`, once per arrival, and never when downloads are blocked (B122). */
export function pickAutoStart({ query, rule, system, started }: Arrival): Client | undefined {
  const asked = new URLSearchParams(query).get("auto") === "1";
  return asked && !started && rule !== "blocked" ? pickClient(system, usualDevice[system]) : undefined;
}
