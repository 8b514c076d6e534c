import { createRecordingBus } from "@site/contracts/testing/recording-bus";
import type { ChatDriver, ChatReport } from "../src/chat-driver.ts";
import type { ChatState } from "../src/chat-machine.ts";
import { createChatSession } from "../src/chat-session.ts";

interface Promised {
  resolve(): void;
  reject(error: unknown): void;
}

/** Runs every task that is queued already. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** A chat session with a scripted vendor and a clock that the test moves. */
export function createScriptedChat({ askQueue = async (): Promise<unknown> => ({ hasCapacity: true }) } = {}) {
  const bus = createRecordingBus();
  const log: string[] = [];
  const calls: string[] = [];
  const states: ChatState[] = [];
  const answers = new Map<string, Promised>();
  let now = 0;
  let coveredPixels = 0;
  let timers: { at: number; call(): void }[] = [];
  let tell: ((report: ChatReport) => void) | undefined;

  const answer = (name: string): Promise<void> => {
    calls.push(name);
    return new Promise((resolve, reject) => answers.set(name, { resolve, reject }));
  };
  const driver: ChatDriver = {
    prepare: () => answer("prepare"),
    launch: () => answer("launch"),
    minimize: () => answer("minimize"),
    reveal: () => void calls.push("reveal"),
    readCoveredPixels: () => coveredPixels,
    clearSession: () => answer("clear"),
  };
  const session = createChatSession({
    bus,
    askQueue,
    async loadDriver(report) {
      calls.push("load");
      tell = report;
      return driver;
    },
    log: (sentence, cause) => log.push(cause === undefined ? sentence : `${sentence} ${String(cause)}`),
    callLater(call, milliseconds) {
      const timer = { at: now + milliseconds, call };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  });
  session.subscribe((state) => states.push(state));
  return {
    bus,
    log,
    calls,
    states,
    session,
    settle,
    answerTo: (name: string) => answers.get(name),
    state: () => states.at(-1),
    tell: (report: ChatReport) => tell?.(report),
    /** The vendor's window is so high now. */
    cover(pixels: number) {
      coveredPixels = pixels;
    },
    /** Settles a call of the driver. */
    async resolve(name: string) {
      answers.get(name)?.resolve();
      await settle();
    },
    async reject(name: string, problem: string) {
      answers.get(name)?.reject(new Error(problem));
      await settle();
    },
    async pass(milliseconds: number) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { call } of due) call();
      await settle();
    },
    async go(name: string) {
      bus.emit("route:changed", { name, path: `/${name}/`, title: name });
      await settle();
    },
    async request() {
      session.request();
      await settle();
    },
  };
}
