import { useEffect, useEffectEvent, useId, useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useHref } from "@site/contracts/react/site-context";
import { isChatLoading } from "../chat-machine.ts";
import type { Chat } from "../use-chat.ts";
import { ChatIcon } from "./chat-icon.tsx";
import { ChatStatus } from "./chat-status.tsx";
import styles from "./launcher-button.module.css";
import { SupportWays } from "./support-ways.tsx";
import { useFocusReturn } from "../use-focus-return.browser.ts";

/**
 * The round button of the quick area. Its panel is a popover, so the first click works before any script. It only opens: the second press of a double
 * click must not close the panel.
 */
export function LauncherButton({ chat }: { chat: Chat }) {
  const intl = useIntl();
  const href = useHref();
  const panel = useId();
  const title = useId();
  const panelRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const request = useEffectEvent(chat.request);
  const isOpen = chat.state === "open";

  // The panel's own state counts as the request, not a click: the panel may have been opened before this code was loaded.
  useEffect(() => {
    const element = panelRef.current;
    if (!element) return undefined;
    const onToggle = (): void => {
      if (element.matches(":popover-open")) request();
    };
    onToggle();
    element.addEventListener("toggle", onToggle);
    return () => element.removeEventListener("toggle", onToggle);
  }, []);

  // The panel is above the chat's window as well, so it closes when the chat is open.
  useEffect(() => {
    if (isOpen) panelRef.current?.hidePopover();
  }, [isOpen]);

  useFocusReturn(buttonRef, isOpen);

  // Opening the panel requests the chat; so does pressing again after a failure.
  const retry = (): void => {
    if (chat.state === "failed" && panelRef.current?.matches(":popover-open")) chat.request();
  };
  const label = intl.formatMessage({ id: "support-chat.launcher.label" });
  const isLoading = isChatLoading(chat.state);
  return (
    <div data-chat-state={chat.state}>
      <button
        ref={buttonRef}
        className={styles.button}
        type="button"
        aria-label={label}
        popoverTarget={panel}
        popoverTargetAction="show"
        data-loading={isLoading || undefined}
        onClick={retry}
      >
        <ChatIcon />
      </button>
      <div ref={panelRef} className={styles.panel} id={panel} popover="auto" role="dialog" aria-labelledby={title}>
        <p className={styles.title} id={title}>
          {label}
        </p>
        <p className={styles.status} role="status">
          <ChatStatus state={chat.state} />
        </p>
        <SupportWays />
        <a className="button button--quiet" href={href("/contact/")}>
          <FormattedMessage id="support-chat.contact" />
        </a>
        <button className={styles.close} type="button" popoverTarget={panel} popoverTargetAction="hide">
          <FormattedMessage id="support-chat.close" />
        </button>
      </div>
    </div>
  );
}
