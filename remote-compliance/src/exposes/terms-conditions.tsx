import { definePolicy } from "../ui/define-policy.tsx";
import source from "../policies/terms-conditions.md";
import portuguese from "../policies/pt-br/terms-conditions.md";

export const island = definePolicy({ en: source, "pt-br": portuguese });
