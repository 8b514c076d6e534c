import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { parsePolicy } from "./parse-policy.ts";
import { PolicyPage } from "./ui/policy-page.tsx";

/**
 * Makes the page of a policy from its file. The page is text: it never hydrates.
 * @throws Error when the file is not a policy; the build then stops.
 */
export function definePolicy(source: string): IslandDefinition {
  const policy = parsePolicy(source);
  return defineIsland({
    component: () => <PolicyPage policy={policy} />,
    hydrate: "never",
    head: () => ({ title: policy.title, description: policy.description }),
  });
}
