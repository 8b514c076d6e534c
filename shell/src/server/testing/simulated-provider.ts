import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What differs from a good answer in the next sign-ins. */
export interface ProviderFault {
  /** Claims written over those of the id token. */
  claims?: Readonly<Record<string, unknown>>;
  /** Whether the id token is signed by a key that the provider does not publish. */
  isForged?: boolean;
  /** Whether no answer is given. */
  isDown?: boolean;
}

/** A provider of OpenID Connect on this machine, which signs in the same person each time. */
export interface SimulatedProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the next sign-ins get in place of good answers. */
  set(fault: ProviderFault): void;
  /** Signs in, as a person does at the address that a site leads to. @returns the address that the provider leads back to */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

interface Granted {
  nonce: string;
  challenge: string;
  redirect: string;
}

const clientId = "the-site";
const clientSecret = "a secret of the tests";

/** Starts the provider. A code is good once, for the client and the verifier that it was asked for with. */
export async function startSimulatedProvider(): Promise<SimulatedProvider> {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const codes = new Map<string, Granted>();
  let fault: ProviderFault = {};
  let issuer = "";

  function toIdToken({ nonce }: Granted): string {
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: "ES256", typ: "JWT", kid: "1" };
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: "robin-1",
      email: "robin@operator.example",
      groups: ["testers"],
      iat: now,
      exp: now + 60,
      nonce,
      ...fault.claims,
    };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const { privateKey } = fault.isForged ? foreign : keys;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  async function exchange(request: IncomingMessage): Promise<object | undefined> {
    const fields = new URLSearchParams(await text(request));
    const code = fields.get("code") ?? "";
    const granted = codes.get(code);
    codes.delete(code);
    const basic = Buffer.from(request.headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();
    const [id, secret] = basic.split(":").map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    const challenge = createHash("sha256")
      .update(fields.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      !granted ||
      id !== clientId ||
      secret !== clientSecret ||
      challenge !== granted.challenge ||
      fields.get("redirect_uri") !== granted.redirect
    )
      return undefined;
    return { access_token: "unused", token_type: "bearer", id_token: toIdToken(granted) };
  }

  function authorize({ searchParams: asked }: URL): string | undefined {
    const redirect = asked.get("redirect_uri") ?? "";
    if (asked.get("client_id") !== clientId || asked.get("code_challenge_method") !== "S256") return undefined;
    const code = randomBytes(12).toString("hex");
    codes.set(code, { nonce: asked.get("nonce") ?? "", challenge: asked.get("code_challenge") ?? "", redirect });
    const back = new URL(redirect);
    back.search = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer }).toString();
    return back.href;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    if (fault.isDown) return void response.destroy();
    const send = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration")
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
      });
    if (url.pathname === "/keys")
      return send(200, { keys: [{ ...keys.publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "1" }] });
    if (url.pathname === "/token") {
      const granted = await exchange(request);
      return granted ? send(200, granted) : send(400, { error: "invalid_grant" });
    }
    const back = url.pathname === "/authorize" ? authorize(url) : undefined;
    if (back === undefined) return send(400, { error: "invalid_request" });
    response.writeHead(302, { location: back }).end();
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    issuer,
    clientId,
    clientSecret,
    set(next) {
      fault = next;
    },
    async visit(url) {
      const response = await fetch(url, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) throw new Error(`the provider answered ${response.status}`);
      return new URL(location);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
