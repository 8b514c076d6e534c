// The tag manager's script. It replaces `push` of the data layer, processes the entries that are there, and applies Consent Mode: entries
// that arrive before the visitor's answer are held until the answer, or until the wait has expired.
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const { origin: home, searchParams } = new URL(source);
const id = searchParams.get("id") ?? "";
// The simulator replaces this text by the configured way to take over the data layer.
const how: string = "INBOX";
const consent: Record<string, string> = {};
const held: { entry: unknown; at: number }[] = [];
let isWaiting = false;
let count = 0;

function record(entry: unknown, at: number): void {
  const place = { opened: performance.timeOrigin, nth: (count += 1) };
  const body = JSON.stringify({ id, entry, consent, held: Math.round(performance.now() - at), ...place });
  // With `keepalive`, so that the last page of a visit is also reported.
  fetch(`${home}/collect`, { method: "POST", body, headers: { "content-type": "text/plain" }, keepalive: true }).catch(
    () => undefined,
  );
}

function release(): void {
  isWaiting = false;
  for (const { entry, at } of held.splice(0)) record(entry, at);
}

/** Commands of Google's tag are `arguments` objects; a pushed array is an event like any other. */
function isCommand(entry: unknown): entry is Iterable<unknown> {
  return Object.prototype.toString.call(entry) === "[object Arguments]";
}

function obey(action: unknown, values: unknown): void {
  if (typeof values !== "object" || values === null) return;
  const { wait_for_update: wait, ...states }: Record<string, unknown> = { ...values };
  for (const [name, state] of Object.entries(states)) consent[name] = String(state);
  if (action === "update") release();
  if (action !== "default" || typeof wait !== "number") return;
  isWaiting = true;
  setTimeout(release, wait);
}

function take(given: unknown): void {
  const at = performance.now();
  const entry = isCommand(given) ? [...given] : given;
  const isConsent = isCommand(given) && Array.isArray(entry) && entry[0] === "consent";
  if (isConsent) obey(entry[1], entry[2]);
  if (isWaiting && !isConsent) held.push({ entry, at });
  else record(entry, at);
}

function takeOver(): void {
  const layer: unknown = Reflect.get(window, "dataLayer");
  const found: unknown[] = Array.isArray(layer) ? layer : [];
  for (const entry of found) take(entry);
  const inbox = how === "replaced" ? [...found] : found;
  inbox.push = (...entries) => {
    for (const entry of entries) take(entry);
    return Array.prototype.push.apply(inbox, entries);
  };
  Object.assign(window, { dataLayer: inbox, google_tag_manager: { [id]: {} } });
}

if (how === "late") setTimeout(takeOver, 1200);
else takeOver();
