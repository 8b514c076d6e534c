import { createConsentBanner } from "./consent-banner.browser.ts";
import { keepGroups, recallGroups } from "./consent-choice.browser.ts";
import type { ConsentSettingsFile, GeolocationResponse } from "./consent-wire.ts";

// The consent tool's script: the globals of its model, its three ways to report the visitor's choice, and a banner.
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
const origin = new URL(own?.src ?? location.href).origin;
const listeners: ((event: CustomEvent<readonly string[]>) => void)[] = [];
const given: unknown = Reflect.get(window, "OneTrust");
let groups: readonly string[] = ["C0001"];

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function load<T>(path: string): Promise<T> {
  const response = await fetch(`${origin}${path}`);
  if (!response.ok) throw new Error(`The consent tool's ${path} answered ${response.status}.`);
  return response.json();
}

/** The page's own place, if it set one before the script ran; otherwise the tool requests it. */
function locate(): Promise<GeolocationResponse> {
  const place: unknown =
    typeof given === "object" && given !== null ? Reflect.get(given, "geolocationResponse") : undefined;
  const isGiven = typeof place === "object" && place !== null && "countryCode" in place && "stateCode" in place;
  if (isGiven) return Promise.resolve({ countryCode: String(place.countryCode), stateCode: String(place.stateCode) });
  return load<GeolocationResponse>("/geo/v1/location");
}

function writeGlobals(): void {
  const text = `,${groups.join(",")},`;
  Object.assign(window, { OnetrustActiveGroups: text, OptanonActiveGroups: text });
}

function fireGroups(): void {
  const event = new CustomEvent("OneTrustGroupsUpdated", { detail: [...groups] });
  dispatchEvent(event);
  for (const listener of listeners) listener(event);
}

function callWrapper(): void {
  const wrapper: unknown = Reflect.get(window, "OptanonWrapper");
  if (typeof wrapper === "function") wrapper();
}

/** Reports the visitor's choice, in the order of the model or in another, once or twice. */
function tell({ answer }: ConsentSettingsFile): void {
  if (answer === "silent") return;
  if (answer === "out-of-order") {
    // The event precedes the globals that belong to it, and the wrapper in between reads the old ones.
    fireGroups();
    callWrapper();
    writeGlobals();
    return;
  }
  for (let times = answer === "twice" ? 2 : 1; times > 0; times -= 1) {
    writeGlobals();
    callWrapper();
    fireGroups();
  }
}

async function start(): Promise<void> {
  const settings = await load<ConsentSettingsFile>(`/consent/${own?.dataset["domainScript"] ?? "none"}/settings.json`);
  const geolocationResponse = await locate();
  if (settings.answer === "slow") await pause(1200);
  const earlier = recallGroups();
  groups = earlier ?? groups;
  const banner = createConsentBanner(
    origin,
    () => groups,
    (chosen) => {
      groups = chosen;
      keepGroups(groups);
      tell(settings);
      dispatchEvent(new Event("OTConsentApplied"));
    },
  );
  Object.assign(window, {
    OneTrust: {
      geolocationResponse,
      getGeolocationData: () => ({ country: geolocationResponse.countryCode, state: geolocationResponse.stateCode }),
      IsAlertBoxClosed: () => recallGroups() !== undefined,
      ToggleInfoDisplay: banner.show,
      OnConsentChanged: (listener: (event: CustomEvent<readonly string[]>) => void) => void listeners.push(listener),
    },
  });
  if (earlier === undefined && settings.countries.includes(geolocationResponse.countryCode)) banner.show();
  else banner.hide();
  tell(settings);
}

void start();
