// Run before each test file: a property that failed is run again on the values that it failed on. Others would say nothing about the failure.
const seed = Number(process.env["PROPERTY_SEED"]);

if (process.env["PROPERTY_SEED"] !== undefined && Number.isInteger(seed)) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), seed });
}
