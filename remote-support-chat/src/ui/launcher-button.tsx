import { useId } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useHref } from "@site/contracts/react/site-context";
import type { Chat } from "../use-chat.ts";
import { ChatIcon } from "./chat-icon.tsx";
import { ChatStatus } from "./chat-status.tsx";
import styles from "./launcher-button.module.css";

/** The round button of the quick area. Its panel is a popover, so the first click works before any script. */
export function LauncherButton({ chat }: { chat: Chat }) {
  const intl = useIntl();
  const href = useHref();
  const panel = useId();
  const title = useId();
  const label = intl.formatMessage({ id: "chat.launcher.label" });
  return (
    <div data-chat-state={chat.state}>
      <button className={styles.button} type="button" aria-label={label} popoverTarget={panel} onClick={chat.request}>
        <ChatIcon />
      </button>
      <div className={styles.panel} id={panel} popover="auto" role="dialog" aria-labelledby={title}>
        <p className={styles.title} id={title}>
          {label}
        </p>
        <p className={styles.status} role="status">
          <ChatStatus state={chat.state} />
        </p>
        <a className="button button--quiet" href={href("/contact/")}>
          <FormattedMessage id="chat.contact" />
        </a>
      </div>
    </div>
  );
}
