import { isSafeOrigin } from "@site/contracts/publishing/origin";
import * as v from "valibot";
import type { ProviderSettings } from "./access/identity-provider.ts";
import { listSchema } from "./list-variable.ts";
import { isSafeServiceAddress, toOriginProblem } from "./service-address.ts";

const toUrlSchema = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(isSafeServiceAddress, `${name} is an https address without query, or an http one on this machine`),
    ),
  );

/** A value that the provider compares by itself, as it is. Files that hold a secret often end with a line end, which belongs to the file alone. */
const toExactSchema = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => value.trim() === value,
      `${name} neither begins nor ends with white space, such as the end of a line`,
    ),
  );

/** The variables of the provider at which people sign in. */
export const providerSchemas = {
  OIDC_ISSUER: toUrlSchema("OIDC_ISSUER"),
  OIDC_CLIENT_ID: v.optional(toExactSchema("OIDC_CLIENT_ID")),
  OIDC_CLIENT_SECRET: v.optional(toExactSchema("OIDC_CLIENT_SECRET")),
  OIDC_SITE_URL: v.optional(v.pipe(v.string(), v.check(isSafeOrigin, toOriginProblem("OIDC_SITE_URL")))),
  OIDC_ROLES_CLAIM: v.optional(toExactSchema("OIDC_ROLES_CLAIM"), "groups"),
  OIDC_VIEWERS: v.optional(listSchema, ""),
  OIDC_OPERATORS: v.optional(listSchema, ""),
} as const;

const providerSchema = v.object(providerSchemas);
type ProviderVariables = v.InferOutput<typeof providerSchema>;

const needed = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_SITE_URL"] as const;

/** Problems of the provider's variables in combination, such as one that needs another. Values are not repeated: one is secret. */
export function findProviderContradictions(given: ProviderVariables): string[] {
  const set = needed.filter((name) => given[name] !== undefined);
  const groups = [...given.OIDC_VIEWERS, ...given.OIDC_OPERATORS];
  if (set.length === 0) return groups.length === 0 ? [] : [`OIDC_VIEWERS and OIDC_OPERATORS need ${needed.join(", ")}`];
  const missing = needed.filter((name) => given[name] === undefined);
  return [
    ...(missing.length > 0 ? [`${set.join(", ")} need${set.length === 1 ? "s" : ""} ${missing.join(", ")}`] : []),
    ...(groups.length === 0
      ? ["OIDC_ISSUER needs OIDC_VIEWERS or OIDC_OPERATORS: without them every person is refused"]
      : []),
  ];
}

/** The provider; undefined when it is not set. */
export function toProvider(given: ProviderVariables): ProviderSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_SITE_URL: siteUrl,
  } = given;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || siteUrl === undefined)
    return undefined;
  const { OIDC_ROLES_CLAIM: claim, OIDC_VIEWERS: viewers, OIDC_OPERATORS: operators } = given;
  return { issuer, clientId, clientSecret, siteUrl, claim, viewers, operators };
}
