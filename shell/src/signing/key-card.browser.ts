import { type BrowserKey, findKey, makeKey, removeKey } from "./browser-key.browser.ts";
import { fill, followReturns, isListed, showState } from "./show-state.browser.ts";

/** Shows the key of this browser, and whether an owner of the trust list has admitted it. */
function show(root: HTMLElement, key: BrowserKey | undefined): void {
  if (!key) return showState(root, "no-key");
  fill(root, "key", key.keyId.slice(0, 12));
  fill(root, "command", `${root.dataset["command"] ?? ""} --public-key ${key.publicKey}`);
  if (isListed(root, key.keyId, "ended")) return showState(root, "ended");
  showState(root, isListed(root, key.keyId) ? "admitted" : "not-admitted");
}

/** Does what a button says, and moves the focus to what is shown then: the button is gone. */
async function act(root: HTMLElement, deed: string | undefined): Promise<void> {
  if (deed === "make") show(root, await makeKey());
  if (deed === "remove") {
    await removeKey();
    for (const asked of root.querySelectorAll("details")) asked.open = false;
    show(root, undefined);
  }
  root.querySelector<HTMLElement>("[data-state]:not([hidden])")?.focus();
}

followReturns();
const root = document.querySelector<HTMLElement>("#key-here");
if (root) {
  const refuse = (error: unknown): void => {
    fill(root, "problem", `This browser cannot keep a key: ${String(error)}`);
    showState(root, "problem");
  };
  for (const button of root.querySelectorAll("button"))
    button.addEventListener("click", () => void act(root, button.dataset["deed"]).catch(refuse));
  findKey()
    .then((key) => show(root, key))
    .catch(refuse);
}
