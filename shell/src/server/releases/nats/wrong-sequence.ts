import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";

const codes: readonly number[] = [
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
];

/** Whether something else was written under a key since it was read: a conditional write was refused. */
export function isWrongSequence(error: unknown): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}
