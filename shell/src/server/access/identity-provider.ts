import { createHash } from "node:crypto";
import { SiteError } from "@site/contracts/errors";
import { toRequestProblem } from "@site/contracts/publishing/request-problem";
import type { Configuration, IDToken } from "openid-client";
import * as v from "valibot";
import { type AccessRole, tokenOwnerSchema } from "./access-token.ts";

/** An OpenID Connect provider for sign-ins, and the groups that give a person a role. */
export interface ProviderSettings {
  /** The provider's issuer: https, or http on this machine. The provider's configuration is read from there. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The site's address as browsers know it. The provider redirects to `/-/sign-in/callback` of this address, or of the console's own host name. */
  siteUrl: string;
  /** The claim of the id token that has a person's groups. */
  claim: string;
  /** The groups of viewers and of operators. */
  viewers: readonly string[];
  operators: readonly string[];
}

/** The path to which the provider redirects after a sign-in. */
export const callbackPath = "/-/sign-in/callback";

/** A signed-in person, as the audit log names one. */
export interface Person {
  /** 12 hexadecimal digits of a hash of the issuer and of the person's id at the provider. */
  id: string;
  owner: string;
  role: AccessRole;
}

/** The state of a sign-in that has begun: sealed in a cookie of the browser that began it, and needed to finish it. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  /** The console's own host name, when the sign-in began there. */
  host?: string | undefined;
}

export interface IdentityProvider {
  /**
   * @param host the console's own host name, from the configuration, when the sign-in begins there: the provider redirects to it
   * @returns the provider's address for the sign-in
   * @throws SiteError `PROVIDER_FAILED` when the provider cannot be reached
   */
  begin(host?: string): Promise<{ url: string; pending: PendingSignIn }>;
  /**
   * Exchanges the code of the callback for an id token, and checks the token: signature, issuer, audience, times and nonce.
   * @param query of the callback, with its question mark
   * @throws SiteError `SIGN_IN_REFUSED`, `ROLE_MISSING`
   */
  finish(query: string, pending: PendingSignIn): Promise<Person>;
}

/** Timeout in seconds of each request to the provider, and the accepted difference of its clock. */
const timeoutSeconds = 5;
const clockToleranceSeconds = 10;

const groupsSchema = v.union([
  v.pipe(
    v.string(),
    v.transform((group) => [group]),
  ),
  v.array(v.string()),
]);

/** The error's sentence with that of its cause: the library says `invalid response encountered` for many different causes. */
function toReason(error: unknown): string {
  if (error instanceof TypeError || !(error instanceof Error && error.cause instanceof Error))
    return toRequestProblem(error);
  return `${error.message}, ${toRequestProblem(error.cause)}`;
}

/**
 * The name of a person in lists and in the audit log. People may choose the texts of these claims: where the provider says that it has not verified the
 * email address, no address is taken from any of them, and never a text that is shown in another order than it is written.
 */
function toOwner(claims: IDToken): string {
  const isUnverified = [false, "false"].some((said) => claims["email_verified"] === said);
  const names = [claims["email"], claims["name"], claims["preferred_username"]].filter(
    (name) => v.is(tokenOwnerSchema, name) && !/\p{Bidi_Control}/u.test(name) && !(isUnverified && name.includes("@")),
  );
  return String([...names, claims.sub].find((name) => v.is(tokenOwnerSchema, name)) ?? "unnamed");
}

/** Loaded at the first sign-in, so that a server without a provider never loads it. */
const loadClient = () => import("openid-client");

async function askProvider({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const client = await loadClient();
  const url = new URL(issuer);
  return client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    client.ClientSecretBasic(clientSecret),
    {
      timeout: timeoutSeconds,
      // The token comes from the provider's own connection; its signature is checked all the same.
      execute: [client.enableNonRepudiationChecks, ...(url.protocol === "http:" ? [client.allowInsecureRequests] : [])],
    },
  );
}

export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  const { issuer, siteUrl, claim, viewers, operators } = settings;
  let discovered: Promise<Configuration> | undefined;

  /** The provider's configuration, read at the first sign-in. A failure is not cached. */
  function discover(): Promise<Configuration> {
    discovered ??= askProvider(settings).catch((cause: unknown) => {
      discovered = undefined;
      throw new SiteError("PROVIDER_FAILED", { issuer, problem: toReason(cause) }, { cause });
    });
    return discovered;
  }

  /** The callback address: scheme and port are the site's. */
  function toCallback(host: string | undefined, query = ""): URL {
    const url = new URL(`${callbackPath}${query}`, siteUrl);
    if (host !== undefined) url.hostname = host;
    return url;
  }

  function toPerson(claims: IDToken): Person {
    const groups = v.safeParse(groupsSchema, claims[claim]);
    const isOf = (names: readonly string[]): boolean =>
      groups.success && groups.output.some((group) => names.includes(group));
    const role = isOf(operators) ? "operator" : isOf(viewers) ? "viewer" : undefined;
    const owner = toOwner(claims);
    if (!role) throw new SiteError("ROLE_MISSING", { owner, claim });
    return {
      id: createHash("sha256")
        .update(JSON.stringify([claims.iss, claims.sub]))
        .digest("hex")
        .slice(0, 12),
      owner,
      role,
    };
  }

  return {
    async begin(host) {
      const [client, configuration] = await Promise.all([loadClient(), discover()]);
      const pending: PendingSignIn = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        host,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: toCallback(host).href,
        scope: "openid profile email",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, pending };
    },
    async finish(query, { state, nonce, verifier, host }) {
      const [client, configuration] = await Promise.all([loadClient(), discover()]);
      const answer = await client
        .authorizationCodeGrant(configuration, toCallback(host, query), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          throw new SiteError("SIGN_IN_REFUSED", { problem: toReason(cause) }, { cause });
        });
      const claims = answer.claims();
      if (!claims) throw new SiteError("SIGN_IN_REFUSED", { problem: "there is no id token" });
      return toPerson(claims);
    },
  };
}
