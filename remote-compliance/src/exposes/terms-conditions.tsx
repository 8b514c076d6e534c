import { definePolicy } from "../define-policy.tsx";
import source from "../policies/terms-conditions.md";

export const island = definePolicy(source);
