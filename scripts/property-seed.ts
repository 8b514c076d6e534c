// Runs before each test file: a failed property is run again with the values for which it failed. Other values would say nothing about the failure.
const seed = process.env["PROPERTY_SEED"];

if (seed !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(seed) });
}
