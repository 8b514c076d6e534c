import { StaticRouter } from "react-router-dom";
import type { RouterComponent } from "./island-tree.tsx";

/** react-router on the server: the page's path, without its query, which is not part of a page. */
export const Router: RouterComponent = ({ context, children }) => (
  <StaticRouter basename={context.locale.prefix} location={`${context.locale.prefix}${context.page.path}`}>
    {children}
  </StaticRouter>
);
