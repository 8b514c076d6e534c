import { BrowserRouter } from "react-router-dom";
import type { RouterComponent } from "./island-tree.tsx";

/** react-router in a live island; the shell's router keeps it in step through `popstate`. */
export const Router: RouterComponent = ({ context, children }) => (
  <BrowserRouter basename={context.locale.prefix}>{children}</BrowserRouter>
);
