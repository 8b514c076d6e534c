import { expect, test } from "vitest";
import { useDevelopmentStore } from "./open-development.ts";

test("a development server has a store, keys and lists of its own, also where the environment leads to those of an operated site", () => {
  const variables = {
    PORT: "3000",
    STORE_DIR: "/srv/site/store",
    STORE: "nats://10.0.0.1:4222",
    STORE_CREDENTIALS: "/srv/site/nats.creds",
    TRUST_DIR: "/srv/site/trust",
    TRUST_ROOT_DIGEST: "0".repeat(96),
    KEYS_DIR: "/srv/site/keys",
    STATE_DIR: "/srv/site/state",
    ACCESS_DIR: "/srv/site/access",
    CHECK_KEY: "/srv/site/keys/check.pem",
    SITE_SIGN_KEY: "the text of the team's key",
    SITE_SIGN_KEY_FILE: "/home/ana/keys/lobby.pem",
    SITE_SIGN_COMMAND: "/home/ana/sign",
  };
  useDevelopmentStore(variables, ".against-www.site.example");
  expect(variables).toEqual({ PORT: "3000", STORE_DIR: "/srv/site/store.against-www.site.example" });
});
