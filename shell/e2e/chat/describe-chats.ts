import type { BrowserContextOptions, Locator } from "playwright";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import type { SharedSite } from "../harness/shared-site.ts";
import type { SiteAddress, SiteId } from "../harness/start-site.ts";
import { type SiteInUse, useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { findSimulator, type SimulatorControl } from "./simulated-chat.ts";
import { hurryCore } from "../harness/hurry-core.ts";

/** Where the help chat is offered. */
export const chatPage = "/responsible-gaming/";

/** A site with the older generation of the chat, and one with the newer. */
export const chatSites: readonly SiteId[] = ["GGPPH", "GGPCOM"];

/** What the log says of a chat that does not open. */
export const notOpened = /^The help chat could not be opened\./;

/** A site with its simulated chat, which behaves well before each test. */
export interface ChatUnderTest extends Pick<SiteInUse<SharedSite>, "site" | "visit"> {
  queue(): SimulatorControl;
  vendor(): SimulatorControl;
}

/** Runs the same promises on sites with the chat. */
export function describeChats(promises: (underTest: ChatUnderTest) => void, ids = chatSites): void {
  describe.each(ids)("the help chat of the site %s", (id) => promises(useChat(id)));
}

/** A site with its simulators, and a browser, for the tests of a file or of a `describe`. */
export function useChat(id: SiteId): ChatUnderTest {
  const { site, visit } = useSite(id, { kind: "simulated" });
  const queue = (): SimulatorControl => findSimulator(site(), "queue");
  const vendor = (): SimulatorControl => findSimulator(site(), "generation");
  beforeEach(async () => {
    await Promise.all([queue().reset(), vendor().reset()]);
    await vendor().tell({ replyDelay: 0 });
  });
  return {
    site,
    queue,
    vendor,
    async visit(options) {
      const visited = await visit(options);
      // The panel stands above its button, over the page, and grows upwards with what it says of the chat.
      visited.permits("layout shift", /by <div class="support-chat-\w+" id="_support-chat-launcher[^>]*popover="auto"/);
      return visited;
    },
  };
}

/** Waits until the round button says that the chat is in a state. */
export async function untilChat({ page }: Visit, ...states: string[]): Promise<void> {
  const read = (): Promise<string | undefined> =>
    page.evaluate(
      () => document.querySelector<HTMLElement>('[data-variant="quick"] [data-chat-state]')?.dataset["chatState"],
    );
  let state: string | undefined;
  await waitUntil(async () => states.includes((state = await read()) ?? ""), {
    what: `the chat to be ${states.join(" or ")}`,
  }).catch((error: unknown) => {
    throw new Error(`It is ${state}.`, { cause: error });
  });
}

/** Opens the page with the chat, and waits until it is known whether it is available. */
export async function visitChat({ site, visit }: ChatUnderTest, options?: BrowserContextOptions): Promise<Visit> {
  const visited = await visit(options);
  await openChatPage(site(), visited);
  return visited;
}

export async function openChatPage({ origin, prefix }: SiteAddress, visited: Visit): Promise<void> {
  await visited.page.goto(`${origin}${prefix}${chatPage}`);
  await hurryCore(visited.page);
  await untilChat(visited, "available", "unavailable");
}

/** Opens the page with the chat anew, with nothing logged. @param prepare changes the profile before, for good */
type OpenAnew = (prepare?: (visited: Visit) => Promise<void>) => Promise<Visit>;

/** One browser profile for tests that follow each other. @param announce what they break, in a profile that begins */
export function openOnce(
  underTest: ChatUnderTest,
  announce: (visited: Visit) => void = () => undefined,
  options: BrowserContextOptions = {},
): OpenAnew {
  let visited: Visit;
  beforeAll(async () => {
    visited = await underTest.visit(options);
    announce(visited);
  });
  afterAll(() => visited?.close());
  return async (prepare) => {
    await prepare?.(visited);
    visited.messages.length = 0;
    await openChatPage(underTest.site(), visited);
    return visited;
  };
}

/** The round button. The page has another, in words. */
export function quickButton({ page }: Visit) {
  return page.locator('[data-variant="quick"]').getByRole("button", { name: "Help Chat" });
}

/** The button in the page, which is hydrated when it is in view. */
export async function pageButton({ page }: Visit): Promise<Locator> {
  const place = page.locator('[data-slot="support-chat/launcher"][data-variant="page"]');
  // A slot has no box of its own.
  await place.locator(":scope > *").first().scrollIntoViewIfNeeded();
  return place.getByRole("button", { name: "Help Chat" });
}

/** The vendor's window in the page. */
export function chatWindow({ page }: Visit) {
  return page.getByRole("region", { name: "Simulated chat" });
}

/** Opens the chat as a person does. */
export async function openChat(visited: Visit): Promise<void> {
  await quickButton(visited).click();
  await untilChat(visited, "open");
}

/** What the console says of the chat. */
export function readChatLog({ messages }: Visit): string[] {
  return messages.filter((message) => /^error: (The|A) .*chat/.test(message));
}
