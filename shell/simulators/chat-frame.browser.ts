import type { ConversationEntry, WindowMessage } from "./chat-wire.ts";

/** Options of a generation of the chat for its window in the page. */
interface ChatFrameOptions {
  origin: string;
  /** The id of the element in the page, different for each generation. */
  id: string;
  /** The classes of the element and of its minimize button, different for each generation. */
  className: string;
  minimizeClassName: string;
  onMaximized(): void;
  onMinimized(): void;
  onClosed(): void;
  onEntry(entry: ConversationEntry, conversationId: string): void;
}

/** The script's own address is on the simulator's origin. */
export const scriptAddress =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

const titleBlink = "New message";
const ownViewport = "width=device-width, initial-scale=1, maximum-scale=1";

/** The chat's window: a header and a frame at the edge of the page. It changes the page's title and viewport, as the vendor's script does. */
export function createChatFrame({
  origin,
  id,
  className,
  minimizeClassName,
  onMaximized,
  onMinimized,
  onClosed,
  onEntry,
}: ChatFrameOptions) {
  let root: HTMLElement | undefined;
  let frame: HTMLIFrameElement | undefined;
  let opening: Promise<string> | undefined;

  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = `${origin}/window/frame.css`;
  document.head.append(styles);

  function build(): Promise<string> {
    const element = document.createElement("div");
    element.id = id;
    element.className = `sim-chat ${className}`;
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", "Simulated chat");
    const head = document.createElement("div");
    head.className = "sim-chat-head";
    const title = toButton("Open the chat", "Simulated chat", maximize, "sim-chat-title");
    head.append(
      title,
      toButton("Minimize the chat", "–", minimize, minimizeClassName),
      toButton("End the chat", "×", close, "sim-chat-end"),
    );
    const inner = document.createElement("iframe");
    inner.title = "Simulated chat";
    inner.src = `${origin}/window/?host=${encodeURIComponent(location.origin)}`;
    element.append(head, inner);
    element.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") minimize();
    });
    root = element;
    frame = inner;
    return new Promise((resolve) => {
      addEventListener("message", function hear({ source, origin: from, data }) {
        if (source !== inner.contentWindow || from !== origin) return;
        const message: WindowMessage = data;
        if (message.simulator !== "chat") return;
        if (message.type === "ready") resolve(message.conversationId);
        if (message.type === "minimize") minimize();
        if (message.type !== "entry") return;
        if (message.entry.sender.role !== "EndUser" && isMinimized()) document.title = titleBlink;
        onEntry(message.entry, message.conversationId);
      });
      document.body.append(element);
    });
  }

  function isMinimized(): boolean {
    return root?.dataset["state"] === "minimized";
  }

  function maximize(): void {
    if (!root || root.dataset["state"] === "maximized") return;
    root.dataset["state"] = "maximized";
    document.querySelector('meta[name="viewport"]')?.setAttribute("content", ownViewport);
    frame?.focus();
    frame?.contentWindow?.postMessage("focus", origin);
    onMaximized();
  }

  function minimize(): void {
    if (!root || isMinimized()) return;
    const hadFocus = root.contains(document.activeElement);
    root.dataset["state"] = "minimized";
    if (hadFocus) root.querySelector<HTMLElement>(".sim-chat-title")?.focus();
    onMinimized();
  }

  function remove(): void {
    root?.remove();
    root = undefined;
    frame = undefined;
    opening = undefined;
  }

  function close(): void {
    remove();
    onClosed();
  }

  return {
    /** Builds the window if there is none, and resolves with its conversation's id when that has begun. */
    open: (): Promise<string> => (opening ??= build()),
    isMaximized: (): boolean => root?.dataset["state"] === "maximized",
    maximize,
    minimize,
    remove,
    close,
  };
}

function toButton(label: string, text: string, press: () => void, name = ""): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.setAttribute("aria-label", label);
  button.textContent = text;
  button.addEventListener("click", press);
  return button;
}
