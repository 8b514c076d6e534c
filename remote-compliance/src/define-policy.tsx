import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { parsePolicy } from "./parse-policy.ts";
import type { PolicyValues } from "./policy-values.ts";
import { PolicyPage } from "./ui/policy-page.tsx";

/** The language the policies are written in. */
const language = "en";

/**
 * Makes the page of a policy from its file. The page is text: it never hydrates.
 * @param toBody puts what code knows into the Markdown before it is rendered
 * @throws Error when the file is not a policy; the build then stops.
 */
export function definePolicy(source: string, toBody: (body: string, values: PolicyValues) => string = (body) => body): IslandDefinition {
  const policy = parsePolicy(source);
  return defineIsland({
    component: () => <PolicyPage policy={policy} language={language} toBody={toBody} />,
    hydrate: "never",
    data: ["facts", "legal", "contacts", "used-vendors"],
    head: () => ({ title: policy.title, description: policy.description }),
  });
}
