import { type BrowserKey, findKey } from "./browser-key.browser.ts";
import { toCanonicalText } from "./canonical-text.ts";
import { describeRecord, type ReadableRecord } from "./record-facts.ts";
import { fill, followReturns, isListed, showState } from "./show-state.browser.ts";

/** Milliseconds for which a record can be signed after it was prepared, and by which this machine's clock may be wrong. */
const allowedMs = 10 * 60_000;

/** The form of an action, and what it is about to send. */
interface Confirmation {
  root: HTMLElement;
  form: HTMLFormElement;
  record: ReadableRecord & { _type: string };
  key: BrowserKey;
}

/** Why the record is not signed; undefined when it says what the page shows. */
function findProblem({ root, record }: Pick<Confirmation, "root" | "record">): string | undefined {
  const lines = [...root.querySelectorAll("dl > div")].map((line) => [
    line.querySelector("dt")?.textContent,
    line.querySelector("dd")?.textContent,
  ]);
  if (record["_type"] !== "set-record" || JSON.stringify(lines) !== JSON.stringify(describeRecord(record)))
    return "What would be signed is not what this page shows. Nothing was sent.";
  if (!(Math.abs(Date.now() - Date.parse(record.at)) < allowedMs))
    return "It was prepared more than ten minutes ago, or this machine's clock is wrong. Prepare it again.";
  return undefined;
}

function refuse(root: HTMLElement, problem: string): void {
  fill(root, "problem", problem);
  showState(root, "problem");
}

function toField(form: HTMLFormElement, name: string): HTMLInputElement {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new TypeError(`the page has no field ${name}`);
  return field;
}

/** Refuses what was pressed. The focus moves to the reason and the way on: the button is gone. */
function refusePress(root: HTMLElement, problem: string): void {
  refuse(root, problem);
  root.querySelector<HTMLElement>('[data-state="problem"]')?.focus();
}

/** Signs the record that was compared with the page, and sends it with the form. */
async function confirm({ root, form, record, key }: Confirmation): Promise<void> {
  const problem = findProblem({ root, record });
  if (problem !== undefined) return refusePress(root, problem);
  toField(form, "keyid").value = key.keyId;
  toField(form, "sig").value = await key.sign(toCanonicalText(record));
  form.submit();
}

async function start(root: HTMLElement): Promise<void> {
  const form = root.querySelector("form");
  if (!form) return;
  const key = await findKey();
  if (!key) return showState(root, "no-key");
  if (!isListed(root, key.keyId)) return showState(root, "not-admitted");
  const record: Confirmation["record"] = JSON.parse(toField(form, "record").value);
  const problem = findProblem({ root, record });
  if (problem !== undefined) return refuse(root, problem);
  showState(root, "ready");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    if (!button || button.disabled) return;
    button.disabled = true;
    confirm({ root, form, record, key }).catch((error: unknown) =>
      refusePress(root, `It was not signed: ${String(error)}`),
    );
  });
}

followReturns();
const root = document.querySelector<HTMLElement>("#sign-here");
if (root) start(root).catch((error: unknown) => refuse(root, `This browser cannot sign: ${String(error)}`));
