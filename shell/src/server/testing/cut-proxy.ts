import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A TCP proxy on loopback whose connections a test can cut. */
export interface CutProxy {
  port: number;
  /** Cuts every connection, and refuses new ones until {@link CutProxy.mend}. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Requests that take longer: those with this text. Times in milliseconds. */
export interface SlowRequests {
  text: string;
  ms: number;
}

/** Requests in which another text of the same length stands in place of a text. */
export interface ChangedRequests {
  text: string;
  other: string;
}

export async function startCutProxy(target: number, slow?: SlowRequests, changed?: ChangedRequests): Promise<CutProxy> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.pipe(delayRequests(slow)).pipe(changeRequests(changed)).pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    mend: () => {
      isCut = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function delayRequests(slow: SlowRequests | undefined): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (slow && chunk.includes(slow.text)) setTimeout(done, slow.ms, null, chunk);
      else done(null, chunk);
    },
  });
}

function changeRequests(changed: ChangedRequests | undefined): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(
        null,
        changed ? Buffer.from(chunk.toString("latin1").replaceAll(changed.text, changed.other), "latin1") : chunk,
      );
    },
  });
}
