import { definePolicy } from "../define-policy.tsx";
import source from "../policies/payment-details-policy.md";

export const island = definePolicy(source);
