/** Milliseconds between the region button losing focus and its popup closing (B076). */
export const regionCloseDelay = 500;

/** Closes after a delay unless told otherwise before: {@link DelayedClose.cancel} when focus comes back. */
export interface DelayedClose {
  schedule(): void;
  cancel(): void;
}

/**
 * @param close called once, `milliseconds` after the last `schedule()`.
 */
export function createDelayedClose(close: () => void, milliseconds: number): DelayedClose {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  return {
    schedule() {
      cancel();
      timer = setTimeout(close, milliseconds);
    },
    cancel,
  };
}
