import { definePolicy } from "../define-policy.tsx";
import source from "../policies/privacy-policy.md";

export const island = definePolicy(source);
