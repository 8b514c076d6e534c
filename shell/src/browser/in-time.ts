/** The timeout in milliseconds for code of the shell that is fetched when it is needed (the same as for a remote). */
const codeTimeoutMs = 3000;

/** What an import resolves to. @throws when its code does not load, or not in time: a connection that is lost may stay open without another byte */
export function inTime<T>(code: Promise<T>): Promise<T> {
  return Promise.race([
    code,
    new Promise<never>((_resolve, reject) =>
      setTimeout(reject, codeTimeoutMs, new Error("Code of the shell did not come in time.")),
    ),
  ]);
}
