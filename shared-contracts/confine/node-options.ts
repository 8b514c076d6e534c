/**
 * The options of Node for every process of the server. They disable the inspector, which SIGUSR1 would open: through it any process of the same
 * user can run code in the process.
 */
export const nodeOptions: readonly string[] = ["--disable-sigusr1", "--disable-warning=ExperimentalWarning"];
