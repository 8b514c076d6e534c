import { definePolicy } from "../ui/define-policy.tsx";
import source from "../policies/withdrawal-policy.md";
import portuguese from "../policies/pt-br/withdrawal-policy.md";

export const island = definePolicy({ en: source, "pt-br": portuguese });
