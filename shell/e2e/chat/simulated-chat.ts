import { controlHeader } from "../../simulators/control.ts";
import type { RunningSite } from "../harness/start-site.ts";

/** A simulated third party, to be told how to behave. */
export interface SimulatorControl {
  origin: string;
  /** Changes what is named and leaves the rest. */
  tell(behaviour: object): Promise<void>;
  /** Makes it behave well again. */
  reset(): Promise<void>;
  /** What it counts, such as `asked` of the queue. */
  count(what: string): Promise<number>;
}

/** A simulator by its origin. */
export function controlSimulator(origin: string): SimulatorControl {
  const send = async (method: string, body?: object): Promise<void> => {
    const response = await fetch(`${origin}/control`, {
      method,
      headers: { [controlHeader]: "1", ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  return {
    origin,
    tell: (behaviour) => send("PUT", behaviour),
    reset: () => send("DELETE"),
    async count(what) {
      const answer: unknown = await (await fetch(`${origin}/${what}`)).json();
      const value: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, what) : undefined;
      if (typeof value !== "number") throw new Error(`The simulator does not count ${what}.`);
      return value;
    },
  };
}

/** What a site with simulators writes. */
type Writer = Pick<RunningSite, "output">;

/** A simulator a site says that it started, by a part of its name. */
export function findSimulator(site: Writer, name: string): SimulatorControl {
  const found = listSimulators(site).find((one) => one.name.includes(name));
  if (!found) throw new Error(`The site started no simulator ${name}.`);
  return controlSimulator(found.origin);
}

/** Makes all simulators of a site behave well again. */
export async function resetSimulators(site: Writer): Promise<void> {
  await Promise.all(listSimulators(site).map(({ origin }) => controlSimulator(origin).reset()));
}

function listSimulators(site: Writer): { name: string; origin: string }[] {
  return [...site.output().matchAll(/^Simulated (.*): (http:\S+)\/$/gm)].map(([, name = "", origin = ""]) => ({
    name,
    origin,
  }));
}
