import { describe, expect, test } from "vitest";
import { remoteNames } from "./workspace-packages.ts";
import { toGlobalName } from "../src/names/package-name.ts";
import { isSharedModule, shareScope } from "../src/releases/share-scope.ts";
import { serverExternals, toBundleOptions } from "./bundle-options.ts";
import { readSharedVersions, toRemoteShareOptions } from "./share-options.ts";

describe("what every bundle has in common", () => {
  test.each(["browser", "server"] as const)("the %s side ships no source map", (side) => {
    expect(toBundleOptions({ name: "content", root: "/x", side, mode: "production" }).devtool).toBe(false);
  });

  test("scripts are asked for in a way that their hashes can be checked", () => {
    expect(toBundleOptions({ name: "content", root: "/x", side: "browser", mode: "production" }).output).toMatchObject({
      crossOriginLoading: "anonymous",
    });
  });
});

describe("shared libraries", () => {
  test("every module of the share scope is a singleton a remote has no copy of, with an exact floor", () => {
    const options = toRemoteShareOptions(import.meta.dirname);
    expect(Object.keys(options)).toEqual(Object.keys(shareScope));
    for (const option of Object.values(options)) {
      expect(option).toMatchObject({
        singleton: true,
        import: false,
        requiredVersion: expect.stringMatching(/^\^\d+\.\d+\.\d+$/),
      });
    }
  });

  test("one that is not installed is named, with what to do: a package manager may install none that only the contract needs", () => {
    expect(() => readSharedVersions("/teams/remote-lobby", () => undefined)).toThrow(
      expect.objectContaining({
        code: "BUILD_FAILED",
        message: expect.stringMatching(
          /^remote-lobby cannot be built\. react is not installed\. .* Add react to the dependencies in package\.json, .*, and install\.$/,
        ),
      }),
    );
  });

  test("every module of the share scope comes from the shell on the server too", () => {
    for (const module of Object.keys(shareScope)) expect(serverExternals[module]).toBe(`commonjs ${module}`);
    expect(serverExternals["react-dom/server"]).toBe("commonjs react-dom/server");
    expect(serverExternals).not.toHaveProperty("valibot");
  });

  test("a name from the prototype of objects is no shared module", () => {
    expect(isSharedModule("react")).toBe(true);
    expect(isSharedModule("toString")).toBe(false);
  });
});

test("no remote's global collides with a property of the browser's window", () => {
  expect(remoteNames.map(toGlobalName).toSorted()).toEqual([
    "site_compliance",
    "site_content",
    "site_download",
    "site_navigation",
    "site_support_chat",
  ]);
});
