import { setTimeout as sleep } from "node:timers/promises";

/** What a load came to. */
export interface LoadOutcome {
  requests: number;
  /** Why requests failed, each once with its count: another status than 200, a broken connection, or what was wrong with the answer. */
  failures: Map<string, number>;
}

/** One kind of request. */
export interface LoadRequest {
  path: string;
  /** What is wrong with the text of an answer; undefined when it is as it should be. */
  findProblem?(text: string): string | undefined;
}

/** Requests a second of all lanes together, unless told otherwise. A machine that is busy with other work has some lanes wait while others ask. */
const usualRate = 200;

const lanes = 16;

/** Asks for pages at a steady rate on several connections. What it returns ends that, and tells what came of it. */
export function beginLoad(
  origin: string,
  requests: readonly LoadRequest[],
  rate: number = usualRate,
): () => Promise<LoadOutcome> {
  const outcome: LoadOutcome = { requests: 0, failures: new Map() };
  const over = new AbortController();
  const began = performance.now();
  const running = Array.from({ length: lanes }, async () => {
    while (!over.signal.aborted) {
      const turn = outcome.requests;
      const request = requests[turn % requests.length];
      if (!request) return;
      outcome.requests += 1;
      await sleep(Math.max(0, began + (turn * 1000) / rate - performance.now()));
      const problem = await ask(origin, request);
      if (problem !== undefined) outcome.failures.set(problem, (outcome.failures.get(problem) ?? 0) + 1);
    }
  });
  return async () => {
    over.abort();
    await Promise.all(running);
    return outcome;
  };
}

async function ask(origin: string, { path, findProblem }: LoadRequest): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}${path}`);
    const text = await response.text();
    if (response.status !== 200) return `${path} answered ${response.status}`;
    return findProblem?.(text);
  } catch (error) {
    return `${path} failed: ${String(error)}`;
  }
}

/** A document is whole, and all of it was made by one release of the package that a store's variants are of. */
export function findDocumentProblem(text: string): string | undefined {
  if (!text.endsWith("</html>\n")) return "a document was not whole";
  const marks = new Set([...text.matchAll(/data-made-by="([^"]*)"/g)].map(([, mark]) => mark));
  return marks.size > 1 ? `a document was made by ${[...marks].join(" and ")}` : undefined;
}

/** Asks for a page as a document, and as the data of a soft navigation. */
export function toDocumentAndData(path: string): LoadRequest[] {
  return [
    { path, findProblem: findDocumentProblem },
    { path: `${path}_payload.json`, findProblem: findPayloadProblem },
  ];
}

/** A page as data is whole. */
function findPayloadProblem(text: string): string | undefined {
  return text.endsWith("}") ? undefined : "a payload was not whole";
}
