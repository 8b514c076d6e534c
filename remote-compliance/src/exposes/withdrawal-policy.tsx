import { definePolicy } from "../define-policy.tsx";
import source from "../policies/withdrawal-policy.md";

export const island = definePolicy(source);
