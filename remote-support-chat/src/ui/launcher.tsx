import { useIslandContext } from "@site/contracts/react/site-context";
import { isChatRoute } from "../chat-route.ts";
import { useChat } from "../use-chat.ts";
import { LauncherButton } from "./launcher-button.tsx";
import { LauncherRegion } from "./launcher-region.tsx";

/** The launcher of the help chat: a region of a page, or the round button of the quick area. Nothing on other routes (B099). */
export function Launcher() {
  const { page, variant } = useIslandContext();
  const chat = useChat();
  if (!isChatRoute(page.name)) return null;
  return variant === "page" ? <LauncherRegion chat={chat} /> : <LauncherButton chat={chat} />;
}
