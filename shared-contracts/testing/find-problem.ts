import * as v from "valibot";

/** The first thing that is wrong with an input: `path: problem`, with `(root)` for the input itself. Undefined when it is accepted. */
export function findProblem(schema: v.GenericSchema, input: unknown): string | undefined {
  const [issue] = v.safeParse(schema, input).issues ?? [];
  return issue && `${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`;
}
