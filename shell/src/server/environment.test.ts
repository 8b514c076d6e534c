import { describe, expect, test } from "vitest";
import { generateKey } from "@site/contracts/signing/signing-key";
import { parseEnvironment } from "./environment.ts";
import { edges } from "./visitor/edge-headers.ts";
import { toStorePlaces } from "./releases/stores/open-store.ts";

const parse = (env: Record<string, string | undefined>) => parseEnvironment(env, "/srv/site");

function refuse(env: Record<string, string>): string {
  try {
    parse(env);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENVIRONMENT_INVALID") return error.message;
    throw error;
  }
  throw new Error("the environment was accepted");
}

describe("the environment of a server", () => {
  test("B079 may be empty: everything has a default", () => {
    expect(parse({})).toMatchObject({
      port: 3000,
      siteId: "GGPPH",
      edge: "none",
      trustedProxies: [],
      places: toStorePlaces("/srv/site/.site"),
      rootDigest: undefined,
      simulators: false,
      simulatorsPort: undefined,
      workAhead: true,
      logLevel: "info",
    });
  });

  test("names a provider at which people sign in, whole or not at all, and no message repeats its secret", () => {
    const whole = {
      OIDC_ISSUER: "https://login.example/realms/people",
      OIDC_CLIENT_ID: "site",
      OIDC_CLIENT_SECRET: "very secret",
      OIDC_SITE_URL: "https://site.example",
      OIDC_VIEWERS: " testers, teams ,",
    };
    expect(parse(whole).provider).toEqual({
      issuer: "https://login.example/realms/people",
      clientId: "site",
      clientSecret: "very secret",
      siteUrl: "https://site.example",
      claim: "groups",
      viewers: ["testers", "teams"],
      operators: [],
    });
    expect(parse({}).provider).toBeUndefined();
    const { OIDC_CLIENT_SECRET: _secret, ...without } = whole;
    expect(refuse(without)).toContain("need OIDC_CLIENT_SECRET");
    expect(refuse({ ...whole, OIDC_VIEWERS: "" })).toContain("OIDC_VIEWERS or OIDC_OPERATORS");
    expect(refuse({ OIDC_OPERATORS: "operators" })).toContain("need OIDC_ISSUER");
    for (const url of ["http://login.example", "login.example", "https://login.example/?a=1"])
      expect(refuse({ ...whole, OIDC_ISSUER: url })).toMatch(/OIDC_ISSUER is an https address/);
    expect(refuse({ ...whole, OIDC_SITE_URL: "http://site.example" })).not.toContain("very secret");
  });

  test("is read into typed values", () => {
    const env = {
      PORT: "8080",
      SITE: "GGPCOM",
      SITE_EDGE: "cloudflare",
      TRUSTED_PROXIES: " 10.0.0.0/8, 192.0.2.7 ,2001:db8::/32,",
      STORE_DIR: "/var/store",
      SIMULATORS: "1",
      SIMULATORS_PORT: "4100",
      MEASURE_PERCENT: "25",
      WORK_AHEAD: "0",
      LOG_LEVEL: "silent",
      HOME: "/root",
    };
    expect(parse(env)).toMatchObject({
      port: 8080,
      siteId: "GGPCOM",
      edge: "cloudflare",
      trustedProxies: ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"],
      places: toStorePlaces("/var/store"),
      simulators: true,
      simulatorsPort: 4100,
      measureShare: 0.25,
      workAhead: false,
      logLevel: "silent",
    });
  });

  test.each([
    "STORE_DIR",
    "TRUST_DIR",
    "KEYS_DIR",
    "STATE_DIR",
    "ACCESS_DIR",
    "CHECK_KEY",
    "GEO_DATABASE",
    "TLS_CERT",
    "TLS_KEY",
    "STORE_CREDENTIALS",
    "STORE_CA",
    "STORE_CERT",
    "STORE_KEY",
    "SITE_SIGN_KEY_FILE",
  ])("refuses a path in %s that begins or ends with white space, which nothing that is printed shows", (name) => {
    for (const path of [" ", "/srv/site ", "\t/srv/site", "/srv/site\r"])
      expect(() => parse({ [name]: path })).toThrow(
        `${name} is a path that neither begins nor ends with white space (it is ${JSON.stringify(path)})`,
      );
    expect(() => parse({ STORE: "nats://10.0.0.1:4222", [name]: "/srv/my site" })).not.toThrow(/white space/);
  });

  test.each(["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLES_CLAIM"])(
    "refuses white space around %s, which the provider would not know it with, and repeats no value",
    (name) => {
      for (const value of ["s3cret\n", "s3cret\r", " s3cret"])
        expect(() => parse({ [name]: value })).toThrow(
          new RegExp(`${name} neither begins nor ends with white space, such as the end of a line(?!.*s3cret)`, "s"),
        );
      expect(() => parse({ [name]: "very secret" })).not.toThrow(/white space/);
    },
  );

  test("counts an empty variable as one that is not set", () => {
    const names = [
      "PORT",
      "SITE",
      "SITE_EDGE",
      "TRUSTED_PROXIES",
      "METRICS_PORT",
      "METRICS_HOST",
      "TLS_CERT",
      "TLS_KEY",
      "GEO_DATABASE",
      "DOWNLOAD_SERVICE_URL",
      "STORE_DIR",
      "TRUST_DIR",
      "KEYS_DIR",
      "STATE_DIR",
      "TRUST_ROOT_DIGEST",
      "SIMULATORS",
      "SIMULATORS_PORT",
      "MEASURE_PERCENT",
      "WORK_AHEAD",
      "LOG_LEVEL",
    ];
    expect(parse(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(parse({}));
    expect(parse({ PORT: undefined })).toEqual(parse({}));
  });

  test("has metrics on a port of loopback, or of another address, or no metrics", () => {
    expect([parse({}).metrics, parse({ METRICS_PORT: "9464" }).metrics]).toEqual([
      undefined,
      { port: 9464, host: "127.0.0.1" },
    ]);
    for (const host of ["0.0.0.0", "10.1.2.3", "::1", "::"])
      expect(parse({ METRICS_PORT: "0", METRICS_HOST: host }).metrics).toEqual({ port: 0, host });
    for (const wrong of [
      { METRICS_PORT: "70000" },
      { METRICS_PORT: "9464", METRICS_HOST: "site.internal" },
      { METRICS_PORT: "9464", METRICS_HOST: "10.0.0.0/8" },
      { METRICS_HOST: "10.1.2.3" },
      { METRICS_PORT: "3000" },
      { METRICS_PORT: "8080", PORT: "8080" },
    ])
      expect(() => parse(wrong), JSON.stringify(wrong)).toThrow(/METRICS_(HOST|PORT)/);
    expect(parse({ PORT: "0", METRICS_PORT: "0" }).metrics).toEqual({ port: 0, host: "127.0.0.1" });
  });

  test("has a certificate and its key, or neither", () => {
    expect(parse({ TLS_CERT: "tls/site.pem", TLS_KEY: "/run/keys/site.key" }).tls).toEqual({
      certFile: "/srv/site/tls/site.pem",
      keyFile: "/run/keys/site.key",
    });
    expect(parse({}).tls).toBeUndefined();
    for (const name of ["TLS_CERT", "TLS_KEY"])
      expect(refuse({ [name]: "/etc/site/one.pem" })).toMatch(/TLS_CERT and TLS_KEY are set together/);
  });

  test("names a collector of traces by the variables of OpenTelemetry, or none", () => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };
    expect([parse({}).traces, parse({ ...collector, OTEL_SDK_DISABLED: "true" }).traces]).toEqual([
      undefined,
      undefined,
    ]);
    expect(parse(collector).traces).toEqual({
      collector: { url: "http://127.0.0.1:4318/v1/traces", headers: {}, timeoutMs: 10_000 },
      resource: { "service.name": "site" },
      sampler: { followsParent: true, share: 0.01 },
    });
    const all = {
      ...collector,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/traces",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc, x-tenant=site",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      OTEL_SERVICE_NAME: "poker",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,service.version=1.2",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.5",
    };
    expect(parse(all).traces).toEqual({
      collector: {
        url: "https://collector.example/traces",
        headers: { authorization: "Bearer abc", "x-tenant": "site" },
        timeoutMs: 500,
      },
      resource: { "service.name": "poker", "service.version": "1.2" },
      sampler: { followsParent: false, share: 0.5 },
    });
    for (const [name, value] of [
      ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"],
      ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://user:secret@127.0.0.1/"],
      ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
      ["OTEL_EXPORTER_OTLP_HEADERS", "a secret"],
      ["OTEL_EXPORTER_OTLP_HEADERS", "a=b%0d%0ac"],
      ["OTEL_EXPORTER_OTLP_TIMEOUT", "soon"],
      ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
      ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ] as const)
      expect(refuse({ ...collector, [name]: value })).toMatch(new RegExp(`${name}(?!.*secret)`));
  });

  test("takes a store folder relative to the workspace", () => {
    expect(parse({ STORE_DIR: "data/store" }).places).toEqual({
      storeDir: "/srv/site/data/store",
      trustDir: "/srv/site/data/store.trust",
      keysDir: "/srv/site/data/store.keys",
      stateDir: "/srv/site/data/store.state",
      accessDir: "/srv/site/data/store.access",
    });
    expect(parse({ TRUST_DIR: "trust", KEYS_DIR: "/keys", STATE_DIR: "state" }).places).toEqual({
      storeDir: "/srv/site/.site",
      trustDir: "/srv/site/trust",
      keysDir: "/keys",
      stateDir: "/srv/site/state",
      accessDir: "/srv/site/.site.access",
    });
    expect(parse({ GEO_DATABASE: "places.mmdb" }).geoDatabase).toBe("/srv/site/places.mmdb");
  });

  test.each([
    "https://links.ggp.example/v1/links",
    "http://127.0.0.1:9000/",
    "http://localhost/links",
    "http://[::1]:8080/",
  ])("B123 asks the download service at %s", (url) => {
    expect(parse({ DOWNLOAD_SERVICE_URL: url }).downloadServiceUrl).toBe(url);
  });

  test.each([
    "http://links.ggp.example/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "links.ggp.example",
    "//links.ggp.example/",
    "https://user:secret@links.ggp.example/",
    "https://links.ggp.example/?key=1",
    "https://links.ggp.example/#x",
    "http://127.0.0.1.evil.example/",
    "http://localhost.evil.example/",
  ])("B123 has no download service at %s", (url) => {
    expect(refuse({ DOWNLOAD_SERVICE_URL: url })).toContain("DOWNLOAD_SERVICE_URL is an https address");
  });

  test.each(edges)("knows the edge %s", (edge) => {
    expect(parse({ SITE_EDGE: edge }).edge).toBe(edge);
  });

  test.each(["0.0.0.0/0", "::/0", "10.0.0.1/00"])("trusts no range of all addresses as a proxy: %s", (range) => {
    expect(refuse({ TRUSTED_PROXIES: `192.0.2.7,${range}` })).toMatch(
      /TRUSTED_PROXIES .*believe what any visitor writes/,
    );
  });

  test("gives the console a host name of its own, at which no page of the site is answered", () => {
    const signIn = {
      OIDC_ISSUER: "https://login.example",
      OIDC_CLIENT_ID: "site",
      OIDC_CLIENT_SECRET: "secret",
      OIDC_VIEWERS: "testers",
    };
    const provider = { ...signIn, OIDC_SITE_URL: "https://beta.site.example" };
    for (const [host, more] of [
      ["www.ggp.example", {}],
      ["localhost", {}],
      ["beta.site.example", provider],
    ] as const)
      expect(refuse({ CONSOLE_HOST: host, ...more })).toContain(`CONSOLE_HOST is a host name of its own: at ${host},`);
    expect(parse({ CONSOLE_HOST: "console.localhost", ...provider }).consoleHost).toBe("console.localhost");
  });

  test("has the addresses of a store in NATS without the slash that may end them, as messages repeat them", () => {
    expect(parse({ STORE: "nats://10.0.0.1:4222/, tls://nats.example" }).places.nats?.servers).toEqual([
      "nats://10.0.0.1:4222",
      "tls://nats.example",
    ]);
  });

  test("names the digits of a digest that are allowed, which capitals are not", () => {
    expect(refuse({ TRUST_ROOT_DIGEST: "AB".repeat(48) })).toContain("96 lower-case hexadecimal digits");
  });

  test.each([
    ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
    ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
    ["SITE_EGDE", "SITE_EDGE"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["store_dir", "STORE_DIR"],
    ["STORE_DRI", "STORE_DIR"],
    ["TRUST_ROOT_DIGETS", "TRUST_ROOT_DIGEST"],
  ])("says of %s that it has no effect, and that the variable is %s", (given, known) => {
    expect(parse({ [given]: "secret" }).misspelt).toEqual([
      expect.stringMatching(new RegExp(`^${given} is set and has no effect: .* ${known}\\. `)),
    ]);
    expect(parse({ [given]: "secret" }).misspelt.join()).not.toContain("secret");
  });

  test("says nothing of variables of other programs, nor of one that stands beside the right one", () => {
    const others = [
      "HOSTNAME",
      "HOME",
      "USER",
      "PATH",
      "SHELL",
      "STATE_DIRECTORY",
      "LISTEN_FDNAMES",
      "USERNAME",
      "OTEL_METRICS_EXPORTER",
    ];
    const service = ["SITE_SERVICE_HOST", "SITE_SERVICE_PORT", "SITE_PORT", "STORE_PORT", "SITE_PORT_80_TCP_ADDR"];
    expect(parse(Object.fromEntries([...others, ...service].map((name) => [name, "1"]))).misspelt).toEqual([]);
    expect(parse({ SITES: "GGPPH", SITE: "GGPPH", SITE_EGDE: "" }).misspelt).toEqual([]);
  });

  test("lists every problem, not only the first, each with its variable and what is allowed", () => {
    const message = refuse({
      PORT: "http",
      SITE: "GGPXX",
      SITE_EDGE: "squid",
      TRUSTED_PROXIES: "everywhere",
      SIMULATORS: "yes",
      SIMULATORS_PORT: "65530",
      MEASURE_PERCENT: "101",
      WORK_AHEAD: "later",
      LOG_LEVEL: "loud",
    });
    for (const part of [
      "PORT",
      "SITE is",
      "SITE_EDGE",
      "TRUSTED_PROXIES",
      "SIMULATORS",
      "SIMULATORS_PORT",
      "MEASURE_PERCENT",
      "WORK_AHEAD",
      "LOG_LEVEL",
      '"http"',
      '"GGPXX"',
      '"squid"',
      '"yes"',
      '"later"',
      "it is 101",
      '"loud"',
    ]) {
      expect(message).toContain(part);
    }
  });

  test.each([
    { STORE: "nats://ana:s3,cr/et@10.0.0.1:4222" },
    { STORE: "nats://10.0.0.1,nats://ana:s3cret@10.0.0.2" },
    { DOWNLOAD_SERVICE_URL: "https://ana:s3cret@links.example/" },
    { OIDC_ISSUER: "http://ana:s3cret@login.example" },
    { SITE_URL: "https://ana:s3cret@www.site.example" },
  ])("does not repeat the user and the password of an address: %j", (env) => {
    const message = refuse(env);
    expect(message).toContain(Object.keys(env)[0]);
    expect(message).not.toMatch(/ana|s3|cr\/et|cret/);
  });

  test.each([
    ["DOWNLOAD_SERVICE_URL", "https://links.ggp.example/?key=hidden"],
    ["SITE_URL", "https://site.example/path#hidden"],
    ["OIDC_ISSUER", 'https://login.example/?client="1"&key=hidden?hidden'],
  ])("does not repeat the query of %s, in which a key may stand", (name, address) => {
    const message = refuse({ [name]: address });
    expect(message).toContain(`(it is "${address.slice(0, address.search(/[?#]/))}`);
    expect(message).not.toContain("hidden");
  });

  test.each(["SITE", "PORT", "STORE", "CONSOLE_HOST", "LOG_LEVEL", "TRUST_ROOT_DIGEST"])(
    "does not repeat a token or a private key that was given to %s",
    (name) => {
      const pem = generateKey().pem.trim();
      const [, keyText = ""] = pem.split("\n");
      for (const secret of [`site_0123456789ab_${"s3cret".repeat(8)}`, pem]) {
        const message = refuse({ [name]: secret });
        expect(message).toContain(name);
        for (const hidden of ["s3cret", keyText]) expect(message).not.toContain(hidden);
      }
    },
  );

  test.each(["SITE_URL", "OIDC_SITE_URL"])("refuses a path in %s, which no request would keep", (name) => {
    expect(refuse({ [name]: "https://www.site.example/room/" })).toMatch(
      new RegExp(`(?<!OIDC_)${name} is an origin such as https://www.site.example, without a path`),
    );
  });

  test.each(["-1", "65536", "99999", "3000.5", "0x10", "1e3", " 80", "80 ", "999999"])(
    "refuses the port %j",
    (port) => {
      expect(refuse({ PORT: port })).toContain("PORT is a number from 0 to 65535");
    },
  );

  test.each(["0", "65535"])("takes the port %s", (port) => {
    expect(parse({ PORT: port }).port).toBe(Number(port));
  });

  test.each([
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0",
    "2001:db8::/129",
    "*",
    "10.0.0.0/",
    "10.0.0.1;10.0.0.2",
  ])("G6 refuses to trust %j", (list) => {
    expect(refuse({ TRUSTED_PROXIES: list })).toContain("TRUSTED_PROXIES is a list of addresses or CIDR ranges");
  });

  test.each(["__proto__", "constructor", "ggpph", "toString"])("knows no site %s", (site) => {
    expect(refuse({ SITE: site })).toContain("SITE is one of GGPPH, GGPCOM");
  });
});
