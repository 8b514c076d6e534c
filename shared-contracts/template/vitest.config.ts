import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["node", "import", "default"] },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: "non-scoped" } },
  },
});
