import { InvalidArgumentError } from "commander";

/**
 * Refuses `--replicas` for a store of files, as when `STORE` was forgotten: the store would not be where it was meant to be.
 * @throws InvalidArgumentError
 */
export function assertReplicas(replicas: number | undefined, isInNats: boolean): void {
  if (replicas === undefined || isInNats) return;
  throw new InvalidArgumentError(
    "--replicas is for a store in NATS, and this one is a folder. Name the addresses of NATS, or leave the option out.",
  );
}
