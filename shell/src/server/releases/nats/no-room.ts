/** Codes of JetStream: of a server without room, an account at its limit, full memory, a full disk, and a bucket at its limit. */
const codes: readonly number[] = [10023, 10002, 10028, 10047, 10077];

/** Whether NATS answered that it has no room for what is written. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return (
    ("code" in error && typeof error.code === "number" && codes.includes(error.code)) ||
    (cause !== error && isNoRoom(cause))
  );
}
