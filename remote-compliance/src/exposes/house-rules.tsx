import { definePolicy } from "../define-policy.tsx";
import source from "../policies/house-rules.md";

export const island = definePolicy(source);
