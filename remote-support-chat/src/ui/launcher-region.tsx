import { FormattedMessage, useIntl } from "react-intl";
import { useHref } from "@site/contracts/react/site-context";
import { canRequestChat, isChatLoading } from "../chat-machine.ts";
import type { Chat } from "../use-chat.ts";
import { ChatStatus } from "./chat-status.tsx";
import styles from "./launcher-region.module.css";
import { SupportWays } from "./support-ways.tsx";

/** In the content of a page: the ways to support. The chat's button is visible only when it can be used; its space is reserved before. */
export function LauncherRegion({ chat }: { chat: Chat }) {
  const intl = useIntl();
  const href = useHref();
  const label = intl.formatMessage({ id: "support-chat.launcher.label" });
  // The button stays visible while the chat that it requested is loading.
  const isLoading = isChatLoading(chat.state);
  const isOffered = canRequestChat(chat.state) || isLoading;
  return (
    <div className={styles.region} data-chat-state={chat.state}>
      <p
        className={styles.status}
        role="status"
        data-longest={intl.formatMessage({ id: "support-chat.state.unavailable" })}
      >
        <ChatStatus state={chat.state} />
      </p>
      <SupportWays />
      <p className={styles.actions}>
        <a className="button button--quiet" href={href("/contact/")}>
          <FormattedMessage id="support-chat.contact" />
        </a>
        <button
          className={isOffered ? "button" : `button ${styles.absent}`}
          type="button"
          aria-label={label}
          aria-disabled={isLoading}
          onClick={chat.request}
        >
          {label}
        </button>
      </p>
    </div>
  );
}
