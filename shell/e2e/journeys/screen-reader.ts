import type { CDPSession, Page } from "playwright";
import { waitUntil } from "../harness/wait-until.ts";

/** A part of a page as a screen reader says it. */
export interface Spoken {
  role: string;
  name: string;
  /** For what opens something: whether it is open. */
  expanded: boolean | undefined;
  /** Where a link leads. */
  url: string | undefined;
  node: number | undefined;
}

/** A visitor who knows of the page what its accessibility tree says, and acts with keys alone. */
export interface ScreenReader {
  /** Everything there is, in reading order. */
  read(): Promise<Spoken[]>;
  /** Waits until something of a role and a name is there. */
  find(role: string, name: RegExp): Promise<Spoken>;
  /** Moves to it and presses Enter. */
  activate(role: string, name: RegExp): Promise<void>;
}

export async function startScreenReader(page: Page): Promise<ScreenReader> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  const read = (): Promise<Spoken[]> => readTree(client);
  async function find(role: string, name: RegExp): Promise<Spoken> {
    let found: Spoken | undefined;
    await waitUntil(
      async () => (found = (await read()).find((one) => one.role === role && name.test(one.name))) !== undefined,
      { what: `the ${role} ${name}` },
    );
    if (!found) throw new Error(`There is no ${role} ${name}.`);
    return found;
  }
  return {
    read,
    find,
    async activate(role, name) {
      const { node } = await find(role, name);
      await client.send("DOM.getDocument");
      await client.send("DOM.focus", { ...(node !== undefined && { backendNodeId: node }) });
      await page.keyboard.press("Enter");
    },
  };
}

const readNodes = (client: CDPSession) => client.send("Accessibility.getFullAXTree");
type TreeNode = Awaited<ReturnType<typeof readNodes>>["nodes"][number];

async function readTree(client: CDPSession): Promise<Spoken[]> {
  const { nodes } = await readNodes(client);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const spoken: Spoken[] = [];
  const visit = (node: TreeNode | undefined): void => {
    if (!node) return;
    if (!node.ignored) spoken.push(toSpoken(node));
    for (const child of node.childIds ?? []) visit(byId.get(child));
  };
  visit(nodes.find(({ parentId }) => parentId === undefined));
  return spoken;
}

function toSpoken({ role, name, properties = [], backendDOMNodeId }: TreeNode): Spoken {
  const property = (wanted: string): unknown => properties.find((one) => one.name === wanted)?.value.value;
  const [expanded, url] = [property("expanded"), property("url")];
  return {
    role: String(role?.value ?? ""),
    name: String(name?.value ?? "").trim(),
    expanded: typeof expanded === "boolean" ? expanded : undefined,
    url: typeof url === "string" ? url : undefined,
    node: backendDOMNodeId,
  };
}
