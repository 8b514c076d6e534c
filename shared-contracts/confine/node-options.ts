/**
 * What every process of ours is started with: SIGUSR1 would open Node's inspector, through which any process of the same user
 * can run code in it.
 */
export const nodeOptions: readonly string[] = ["--disable-sigusr1", "--disable-warning=ExperimentalWarning"];
