import { useState } from "react";
import * as v from "valibot";
import { type States, stateNameSchema, statesSchema } from "../bench-data.ts";
import { readBench } from "./read-bench.browser.ts";

/** The named states of the remote, and a function that gives a query a name; it resolves with why that did not work. */
export function useStates(): [States, (name: string, query: string) => Promise<string | undefined>] {
  const [states, setStates] = useState(() => readBench().states);
  return [
    states,
    async (given, query) => {
      const parsed = v.safeParse(stateNameSchema, given);
      if (!parsed.success) return parsed.issues[0].message;
      const name = parsed.output;
      const answer = await fetch("/_workbench/states", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, query }),
      });
      if (!answer.ok) return answer.text();
      setStates(v.parse(statesSchema, await answer.json()));
      return undefined;
    },
  ];
}
