// The exports of the contract and no more: the whole router is four times as large.
export { BrowserRouter, Link, NavLink, useLocation, useSearchParams } from "react-router-dom";
