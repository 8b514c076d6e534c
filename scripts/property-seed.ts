// Run before each test file: a property that failed is run again on the values that it failed on. Others would say nothing about the failure.
const seed = process.env["PROPERTY_SEED"];

if (seed !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(seed) });
}
