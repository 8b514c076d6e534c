/** Code that mutation testing changes, and the tests that have to fail then. */
export interface MutatedModule {
  name: string;
  /** Files, as patterns from the root of the workspace. */
  mutate: readonly string[];
  /** Patterns of the unit tests that cover them. */
  tests: readonly string[];
}

/** The modules in which mistakes are most costly: which code runs, which sources it may have, and who may see what. */
export const mutatedModules: readonly MutatedModule[] = [
  {
    name: "geography",
    mutate: [
      "shell/src/server/visitor/*.ts",
      "shared-contracts/src/visitor/*.ts",
      "shell/src/browser/region/pick-notice.ts",
    ],
    tests: [
      "shell/src/server/visitor/*.test.ts",
      "shared-contracts/src/visitor/*.test.ts",
      "shell/src/browser/region/*.test.ts",
    ],
  },
  {
    name: "downloads",
    mutate: [
      "shell/src/server/downloads/*.ts",
      "remote-download/src/{installer-path,list-download-links,pick-auto-start,pick-download-action,usual-device}.ts",
    ],
    tests: [
      "shell/src/server/downloads/*.test.ts",
      "remote-download/src/{download-button,installer-path,list-download-links,pick-auto-start,pick-download-action}.test.ts",
    ],
  },
  {
    name: "contracts",
    mutate: [
      "shared-contracts/src/{api,documents,events,islands,locale,names,wire}/*.ts",
      "shared-contracts/src/site/{route-rule,safe-url}.ts",
    ],
    tests: ["shared-contracts/src/{api,documents,events,islands,locale,names,site,wire}/*.test.ts"],
  },
  {
    name: "releases",
    mutate: ["shared-contracts/src/releases/*.ts"],
    tests: ["shared-contracts/src/releases/*.test.ts"],
  },
  {
    name: "release store",
    mutate: [
      "shared-contracts/signing/*.ts",
      "shell/src/server/releases/{seen-revision,store-marker,release-records,find-foreign,migrate-store,sweep-blobs,record-reader}.ts",
      "shell/src/server/releases/trust/{signatures,trust-list,trust-documents,trusted-key,owner-keys,trust}.ts",
    ],
    tests: [
      "shell/src/server/releases/*.test.ts",
      "shell/src/server/releases/trust/*.test.ts",
      "shell/src/server/releases/trust/trust.integration.test.ts",
      "shell/src/server/releases/trust/refused-trust-lists.integration.test.ts",
      "shell/src/server/releases/signed-store/signed-store-records.integration.test.ts",
    ],
  },
];
