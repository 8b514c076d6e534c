/** Error codes of JetStream: a server without room, an account at its limit, full memory, a full disk, and a bucket at its limit. */
const codes: readonly number[] = [10023, 10002, 10028, 10047, 10077];

/** Whether NATS refused a write for lack of room. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return (
    ("code" in error && typeof error.code === "number" && codes.includes(error.code)) ||
    (cause !== error && isNoRoom(cause))
  );
}
