/**
 * Lets a command go on when the reader of one of its streams is gone, as after `site history | head -1`: what was asked for is
 * done all the same, and the exit code says how that went. Any other error of a stream is thrown.
 */
export function ignoreClosedPipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
