import { gt } from "semver";
import * as v from "valibot";
import { isSiteError, SiteError, toProblem } from "../src/errors/errors.ts";
import { parseRelease, type Release, releaseSchema } from "../src/releases/release.ts";
import { contractVersion } from "../src/releases/share-scope.ts";

const contractSchema = v.object({ contract: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)) });

/**
 * Parses the manifest of a release that a site serves. Of one that was built against a newer contract than this package's, fields that this contract
 * does not have are left out: within a major version things are only added, so a team may stay on the contract that it has.
 * @throws SiteError `CONTRACT_OUTDATED` when a newer contract allows what this one cannot read, otherwise as {@link parseRelease}
 */
export function parseLiveRelease(input: unknown, label: string): Release {
  const built = v.safeParse(contractSchema, input);
  if (!built.success || !gt(built.output.contract, contractVersion)) return parseRelease(input, label);
  const { contract } = built.output;
  try {
    return parseRelease(leaveOutUnknown(input), label);
  } catch (cause) {
    if (!isSiteError(cause, "RELEASE_INVALID")) throw cause;
    const { path = "(root)", problem = toProblem(cause) } = cause.details;
    throw new SiteError(
      "CONTRACT_OUTDATED",
      { release: label, contract, own: contractVersion, path, problem },
      { cause },
    );
  }
}

/** A manifest without the fields that its schema does not have. */
function leaveOutUnknown(input: unknown): unknown {
  const copy: unknown = structuredClone(input);
  const { issues = [] } = v.safeParse(releaseSchema, copy);
  // The schema names one unknown field of an object at a time.
  return issues.some(deleteUnknown) ? leaveOutUnknown(copy) : copy;
}

/** Deletes the field that an issue is about, when its object may not have it. @returns whether it did */
function deleteUnknown({ type, expected, path }: v.InferIssue<typeof releaseSchema>): boolean {
  const field = path?.at(-1);
  return (
    type === "strict_object" &&
    expected === "never" &&
    field?.type === "object" &&
    Reflect.deleteProperty(field.input, field.key)
  );
}
