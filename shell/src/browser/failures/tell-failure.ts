import type { EventBus } from "@site/contracts/events/event-bus";
import type { SiteEvents } from "@site/contracts/events/events";
import type { PageState } from "@site/contracts/pages/payload";
import { toErrorId } from "../../layout/error-id.ts";
import { toErrorCode } from "../../layout/error-markup.ts";
import { matchRoute } from "../../layout/match-route.ts";
import { isReachable } from "../offline/is-reachable.ts";
import { createReloadGuard } from "./reload-guard.ts";
import { readWords } from "../words/read-words.ts";
import { pickFailure, type WayOn } from "./pick-failure.ts";

const guard = createReloadGuard(() => sessionStorage, Date.now);
/** The ids of the messages shown in this document: each is shown once. */
const told = new Set<string>();
const lateId = "shell.failure.late";
const offlineId = "shell.offline.part";

/** Shows that an island cannot hydrate (B290). A page whose own code did not load is first loaded again (B189, B190). */
export async function tellRemote(bus: EventBus, state: PageState, failed: SiteEvents["remote:failed"]): Promise<void> {
  const match = matchRoute(state.site, location.pathname);
  const route = match.kind === "page" ? match.route : undefined;
  const isOwn = route?.page === failed.island && failed.phase === "load" && !failed.isLate;
  if (isOwn && (await isReachable()) && guard.mayLoad(location.pathname)) return location.reload();
  // On the slow line that makes an island late, these words come late too: the island may be hydrated, or its page left, before them.
  const isTrue = (): boolean => !failed.isLate || isAwaited(failed.island);
  const withdraw = (): void => {
    if (!isTrue()) bus.emit("toast:removed", { id: lateId });
  };
  if (failed.isLate) {
    bus.on("island:hydrated", withdraw);
    bus.on("route:changed", withdraw);
  } else bus.emit("toast:removed", { id: lateId });
  const { words, way } = pickFailure(failed, route?.name ?? "", navigator.onLine);
  // A late answer or a lost connection is not the fault of a release: its message has no error code.
  const isOfRelease = navigator.onLine && !failed.isLate;
  await say(
    bus,
    state,
    words,
    way,
    isOfRelease ? toErrorId(`${failed.remote}@${failed.version}`, "failed") : undefined,
    isTrue,
  );
}

/** Whether the page shows an island and has hydrated none of its places: a second place of an island has a number behind its name. */
function isAwaited(island = ""): boolean {
  const name = CSS.escape(island);
  const places = [...document.querySelectorAll<HTMLElement>(`[data-island="${name}"],[data-island^="${name}."]`)];
  return places.length > 0 && places.every(({ dataset }) => dataset["live"] === undefined);
}

/** Shows that the shell refused to follow a link (B205). */
export function tellRefusedLink(bus: EventBus, state: PageState): Promise<void> {
  return say(bus, state, "shell.failure.link", { to: "/contact/" });
}

/** Tells a visitor whose country is blocked why there is no download, on the home page, to which the download button leads them (B142). */
export async function tellRefusedDownload(bus: EventBus, state: PageState): Promise<void> {
  const read = await readWords(state.locale.code);
  const link = (key: string, path: string) => ({
    label: read(`shell.refused.${key}`),
    href: `${state.locale.prefix}${path}`,
  });
  const show = (): void =>
    bus.emit("modal:requested", {
      id: "download-refused",
      title: read("shell.refused.title"),
      text: read("shell.refused.text"),
      actions: [link("school", "/poker-school/"), link("contact", "/contact/")],
    });
  if (location.pathname === `${state.locale.prefix}/`) return show();
  const forget = bus.on("route:changed", () => {
    forget();
    show();
  });
}

async function say(
  bus: EventBus,
  state: PageState,
  words: string,
  way: WayOn,
  errorId?: string,
  isTrue = (): boolean => true,
): Promise<void> {
  if (told.has(words)) return;
  told.add(words);
  const read = await readWords(state.locale.code);
  if (!isTrue()) {
    told.delete(words);
    return;
  }
  const click = async (): Promise<void> => {
    if (way?.to === "reload") {
      if (await isReachable()) return location.reload();
      // A reload would end on the browser's own error page: the message is shown again.
      told.delete(words);
      await say(bus, state, words, way, errorId);
    } else if (way) bus.emit("navigation:requested", { to: `${state.locale.prefix}${way.to}` });
  };
  const text = errorId === undefined ? read(words) : `${read(words)} ${toErrorCode(errorId, state.locale.code)}`;
  // A black toast is a status, not an alert: a screen reader finishes its sentence first.
  bus.emit("toast:requested", { id: words, text, backgroundColor: "black", ...(way && { click }) });
  if (words === offlineId)
    addEventListener(
      "online",
      () => {
        told.delete(words);
        bus.emit("toast:removed", { id: words });
      },
      { once: true },
    );
}
