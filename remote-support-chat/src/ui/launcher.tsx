import { useIslandContext } from "@site/contracts/react/site-context";
import { isChatRoute } from "../chat-route.ts";
import type { ChatSupport } from "../chat-support.ts";
import { useChat } from "../use-chat.ts";
import { LauncherButton } from "./launcher-button.tsx";
import { LauncherRegion } from "./launcher-region.tsx";

/**
 * Nobody answers for the chat yet: the site's public configuration names no queue and no vendor. Then it is
 * unavailable, and the contact page is offered instead.
 */
const support: ChatSupport | undefined = undefined;

/** The way to the help chat: a region of a page, or the round button of the quick area. Nothing on other routes (B099). */
export function Launcher() {
  const { page, variant } = useIslandContext();
  const chat = useChat(support);
  if (!isChatRoute(page.name)) return null;
  return variant === "page" ? <LauncherRegion chat={chat} /> : <LauncherButton chat={chat} />;
}
