import { connect } from "node:net";

/** An unparsed response to a literal request. */
export interface RawAnswer {
  status: number;
  /** Lower-case names. */
  headers: Map<string, string>;
  body: string;
}

/** Timeout in milliseconds of a server's response. */
const timeoutMs = 10_000;

/**
 * Sends bytes that no client would send, and reads until the server closes. The text must request `Connection: close`.
 * @param ends whether the client says after the text that it sends no more: then a server that still waits for a request ends the connection at once
 * @throws when there is no response
 */
export function sendRaw(port: number, text: string, { ends = false } = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text, "latin1");
      if (ends) socket.end();
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error("no answer")));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    let problem: Error | undefined;
    socket.on("error", (error) => {
      problem = error;
    });
    socket.on("close", () => {
      const answer = Buffer.concat(chunks).toString("utf8");
      if (answer === "") reject(problem ?? new Error("the connection was closed without an answer"));
      else resolve(parseAnswer(answer));
    });
  });
}

/** A request line and headers for {@link sendRaw}. */
export function toRequest(method: string, target: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

function parseAnswer(answer: string): RawAnswer {
  const cut = answer.indexOf("\r\n\r\n");
  const [first = "", ...lines] = answer.slice(0, cut < 0 ? undefined : cut).split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(" ")[1]), headers, body: cut < 0 ? "" : answer.slice(cut + 4) };
}
