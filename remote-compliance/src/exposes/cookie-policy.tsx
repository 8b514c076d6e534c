import { definePolicy } from "../define-policy.tsx";
import source from "../policies/cookie-policy.md";
import { siteCookies } from "@site/contracts/site-cookies";
import { toCookieTable } from "../cookie-table.ts";

export const island = definePolicy(source.replace("{cookieTable}", () => toCookieTable(siteCookies)));
