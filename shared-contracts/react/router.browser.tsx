import { useLayoutEffect, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import type { RouterComponent } from "./island-tree.tsx";

/**
 * react-router in a live island; the shell's router keeps it in step through `popstate`. It hydrates at the address its
 * HTML was rendered for, which has neither query nor fragment and may be that of the page before.
 */
export const Router: RouterComponent = ({ context: { locale, page }, children }) => {
  const [sent] = useState(() => createSentWindow(`${locale.prefix}${page.path}`));
  useLayoutEffect(() => sent.follow(), [sent]);
  return (
    <BrowserRouter basename={locale.prefix} window={sent.window}>
      {children}
    </BrowserRouter>
  );
};

/** A window whose address is the one of the server's HTML until it is told to follow the visitor's. */
function createSentWindow(path: string) {
  const sent = new URL(path, location.origin);
  let isSent = true;
  let readAgain: (() => void) | undefined;
  return {
    window: new Proxy(window, {
      get(target, name) {
        if (name === "location" && isSent) return sent;
        if (name === "addEventListener") {
          return (type: string, listener: () => void) => {
            readAgain = listener;
            target.addEventListener(type, listener);
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
    /** To be called after the router listens, which it does before the effects around it run. */
    follow() {
      isSent = false;
      if (location.href !== sent.href) readAgain?.();
    },
  };
}
