import { definePolicy } from "../ui/define-policy.tsx";
import source from "../policies/cookie-policy.md";
import portuguese from "../policies/pt-br/cookie-policy.md";
import { putCookieTable } from "../content/cookie-table.ts";

export const island = definePolicy({ en: source, "pt-br": portuguese }, putCookieTable);
