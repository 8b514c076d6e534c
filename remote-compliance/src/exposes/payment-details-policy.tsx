import { definePolicy } from "../ui/define-policy.tsx";
import source from "../policies/payment-details-policy.md";
import portuguese from "../policies/pt-br/payment-details-policy.md";

export const island = definePolicy({ en: source, "pt-br": portuguese });
