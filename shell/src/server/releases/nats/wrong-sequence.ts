import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";

const codes: readonly number[] = [
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
];

/** Whether a conditional write was refused because the key was written since it was read. */
export function isWrongSequence(error: unknown): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}
