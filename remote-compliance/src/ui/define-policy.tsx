import { type Copies, pickCopy } from "@site/contracts/locale/pick-copy";
import { defineIsland, type IslandDefinition } from "@site/contracts/react/define-island";
import { useIslandContext } from "@site/contracts/react/site-context";
import { parsePolicy, type Policy } from "../parse-policy.ts";
import type { ToBody } from "../policy-values.ts";
import { PolicyPage } from "./policy-page.tsx";

/**
 * Makes the page of a policy from its files, one for each language. The page is text, so it never hydrates.
 * @throws Error for an invalid file, which stops the build
 */
export function definePolicy({ en, ...others }: Copies<string>, toBody: ToBody = (body) => body): IslandDefinition {
  const translations = Object.entries(others).map(([language, source]): [string, Policy] => [
    language,
    parsePolicy(source ?? en),
  ]);
  const policies: Copies<Policy> = { ...Object.fromEntries(translations), en: parsePolicy(en) };
  return defineIsland({
    component: function PolicyInLanguage() {
      const { copy: policy, language } = pickCopy(policies, useIslandContext());
      return <PolicyPage policy={policy} language={language} toBody={toBody} />;
    },
    hydrate: "never",
    data: ["facts", "legal", "contacts", "used-vendors"],
    head: (context) => {
      const { title, description } = pickCopy(policies, context).copy;
      return { title, description };
    },
  });
}
