import { definePolicy } from "../ui/define-policy.tsx";
import source from "../policies/house-rules.md";
import portuguese from "../policies/pt-br/house-rules.md";

export const island = definePolicy({ en: source, "pt-br": portuguese });
