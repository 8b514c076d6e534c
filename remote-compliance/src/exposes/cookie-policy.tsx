import { definePolicy } from "../define-policy.tsx";
import source from "../policies/cookie-policy.md";
import portuguese from "../policies/pt-br/cookie-policy.md";
import { putCookieTable } from "../cookie-table.ts";

export const island = definePolicy({ en: source, "pt-br": portuguese }, putCookieTable);
