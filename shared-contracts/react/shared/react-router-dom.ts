// Only the exports of the contract: the whole router is four times as large.
export { BrowserRouter, Link, NavLink, useLocation, useSearchParams } from "react-router-dom";
