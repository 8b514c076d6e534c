import type { ConversationEntry, WindowMessage } from "./chat-wire.ts";

// The inside of the chat's frame: a log, a field, and the connection to the simulator that served it.
const log = find("log");
const form = find("form");
const field = find("field");
const problem = find("problem");
const host = new URLSearchParams(location.search).get("host") ?? "";
let conversationId = "";

function find(id: "form"): HTMLFormElement;
function find(id: "field"): HTMLTextAreaElement;
function find(id: string): HTMLElement;
function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The window has no ${id}.`);
  return element;
}

function tell(message: WindowMessage): void {
  parent.postMessage(message, host);
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

function readText({ entryPayload }: ConversationEntry): string {
  try {
    return String(JSON.parse(entryPayload).abstractMessage.staticContent.text);
  } catch {
    return "This message could not be read.";
  }
}

function show(entry: ConversationEntry): void {
  const item = document.createElement("li");
  item.className = entry.sender.role;
  const name = document.createElement("span");
  name.className = "name";
  name.textContent = entry.sender.role === "EndUser" ? "You" : entry.senderDisplayName;
  const text = document.createElement("p");
  text.textContent = readText(entry);
  item.append(name, text);
  log.append(item);
  item.scrollIntoView({ block: "end" });
}

async function begin(): Promise<void> {
  await post("/iamessage/v1/authorization/unauthenticated/accessToken", {});
  const answer = await post("/iamessage/v1/conversation", {});
  conversationId = String(
    typeof answer === "object" && answer !== null && "conversationId" in answer ? answer.conversationId : "",
  );
  const stream = new EventSource(`/eventrouter/v1/sse?conversationId=${encodeURIComponent(conversationId)}`);
  stream.addEventListener("CONVERSATION_MESSAGE", ({ data }) => {
    const entry: ConversationEntry = JSON.parse(String(data)).conversationEntry;
    show(entry);
    tell({ simulator: "chat", type: "entry", conversationId, entry });
  });
  tell({ simulator: "chat", type: "ready", conversationId });
}

async function submit(): Promise<void> {
  const text = field.value.trim();
  if (text === "") return;
  field.value = "";
  problem.textContent = "";
  try {
    await post(`/iamessage/v1/conversation/${conversationId}/message`, { text });
  } catch {
    field.value = text;
    problem.textContent = "Your message was not sent. Try again.";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void submit();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell({ simulator: "chat", type: "minimize" });
});
addEventListener("message", ({ source, data }) => {
  if (source === parent && data === "focus") field.focus();
});
void begin().catch(() => {
  problem.textContent = "The simulated chat could not start.";
});
