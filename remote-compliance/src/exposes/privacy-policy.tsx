import { definePolicy } from "../ui/define-policy.tsx";
import source from "../policies/privacy-policy.md";
import portuguese from "../policies/pt-br/privacy-policy.md";

export const island = definePolicy({ en: source, "pt-br": portuguese });
