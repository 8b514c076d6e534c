import * as v from "valibot";

const answerSchema = v.object({ value: v.unknown() });
const problemSchema = v.object({ error: v.string(), message: v.string() });

/** The key under which the protocol names an element. */
export const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Sends a command of the W3C WebDriver protocol. @throws what the driver answers when it refuses */
export async function command(url: string, method: "POST" | "GET" | "DELETE", body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const { value } = v.parse(answerSchema, await response.json());
  if (response.ok) return value;
  const { error, message } = v.parse(problemSchema, value);
  throw new Error(`${error}: ${message}`);
}
