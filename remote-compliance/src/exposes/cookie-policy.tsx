import { definePolicy } from "../define-policy.tsx";
import source from "../policies/cookie-policy.md";
import { siteCookies, toCookieTable } from "../site-cookies.ts";

export const island = definePolicy(source.replace("{cookieTable}", () => toCookieTable(siteCookies)));
