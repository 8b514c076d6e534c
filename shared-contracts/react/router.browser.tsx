import { useLayoutEffect, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import type { RouterComponent } from "./island-tree.tsx";

/**
 * react-router in the browser; the shell's router updates it through `popstate`. It hydrates at the address its
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

/** A proxy of `window` whose address is that of the server's HTML until `follow` is called. */
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
    /** Call it after the router has subscribed, such as in an effect of a component around it. */
    follow() {
      isSent = false;
      if (location.href !== sent.href) readAgain?.();
    },
  };
}
