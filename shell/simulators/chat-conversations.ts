import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import type { Control } from "./control.ts";
import { type Dialogue, openingReplies, pickReplies, type Reply, type Speaker } from "./chat-replies.ts";
import type { ChatBehaviour, ConversationEntry } from "./chat-wire.ts";

interface Conversation {
  dialogue: Dialogue;
  entries: ConversationEntry[];
  listeners: Set<ServerResponse>;
}

/** The display name of automated messages. */
export const automatedName = "Automated Process";

const speakers: Record<Speaker, Pick<ConversationEntry, "senderDisplayName" | "sender">> = {
  automated: { senderDisplayName: automatedName, sender: { role: "Chatbot", appType: "chatbot" } },
  assistant: { senderDisplayName: "Assistant", sender: { role: "Chatbot", appType: "chatbot" } },
  agent: { senderDisplayName: "Mara", sender: { role: "Agent", appType: "agent" } },
};
const visitor: Pick<ConversationEntry, "senderDisplayName" | "sender"> = {
  senderDisplayName: "Guest",
  sender: { role: "EndUser", appType: "web" },
};

const messageSchema = v.strictObject({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000)) });

/** Maximum of stored conversations; the oldest is dropped first. */
const maxConversations = 100;

/** The protocol of a conversation: a token, a conversation, messages into it, and a stream of its entries. */
export function registerConversations(server: FastifyInstance, control: Control<ChatBehaviour>): void {
  const conversations = new Map<string, Conversation>();

  function add(
    conversation: Conversation,
    from: Pick<ConversationEntry, "senderDisplayName" | "sender">,
    text: string,
  ): void {
    const payload = JSON.stringify({
      abstractMessage: { messageType: "StaticContentMessage", staticContent: { formatType: "Text", text } },
    });
    const entry: ConversationEntry = {
      identifier: randomUUID(),
      entryType: "Message",
      ...from,
      entryPayload: control.current().payload === "broken" ? payload.slice(0, -9) : payload,
      transcriptedTimestamp: new Date().toISOString(),
    };
    conversation.entries.push(entry);
    for (const listener of conversation.listeners) send(listener, conversation.entries.length - 1, entry);
  }

  function answer(conversation: Conversation, replies: readonly Reply[]): void {
    const [next, ...rest] = replies;
    if (!next) return;
    setTimeout(() => {
      add(conversation, speakers[next.speaker], next.text);
      answer(conversation, rest);
    }, control.current().replyDelay).unref();
  }

  server.post("/iamessage/v1/authorization/unauthenticated/accessToken", () => ({
    accessToken: randomUUID(),
    expiresIn: 3600,
  }));
  server.post("/iamessage/v1/conversation", (_request, reply) => {
    const id = randomUUID();
    const conversation: Conversation = {
      dialogue: { hasAgent: false, isOver: false },
      entries: [],
      listeners: new Set(),
    };
    conversations.set(id, conversation);
    const [oldest] = conversations.keys();
    if (conversations.size > maxConversations && oldest !== undefined) conversations.delete(oldest);
    answer(conversation, openingReplies);
    return reply.code(201).send({ conversationId: id });
  });
  server.post<{ Params: { id: string } }>("/iamessage/v1/conversation/:id/message", (request, reply) => {
    const conversation = conversations.get(request.params.id);
    const message = v.safeParse(messageSchema, request.body);
    if (!conversation) return reply.code(404).send({ problem: "There is no such conversation." });
    if (!message.success) return reply.code(400).send({ problem: "A message is a text of 1 to 1000 characters." });
    add(conversation, visitor, message.output.text);
    if (!conversation.dialogue.isOver) {
      const picked = pickReplies(conversation.dialogue, message.output.text);
      conversation.dialogue = picked.dialogue;
      answer(conversation, picked.replies);
    }
    return reply.code(202).send({});
  });
  server.get<{ Querystring: { conversationId?: string } }>("/eventrouter/v1/sse", (request, reply) => {
    const conversation = conversations.get(request.query.conversationId ?? "");
    if (!conversation) return reply.code(404).send({ problem: "There is no such conversation." });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    // A window that reconnects sends the last entry that it received.
    const seen = Number(request.headers["last-event-id"] ?? -1);
    for (const [index, entry] of conversation.entries.entries()) if (index > seen) send(raw, index, entry);
    conversation.listeners.add(raw);
    raw.on("close", () => conversation.listeners.delete(raw));
    return reply;
  });
}

function send(stream: ServerResponse, id: number, entry: ConversationEntry): void {
  stream.write(`id: ${id}\nevent: CONVERSATION_MESSAGE\ndata: ${JSON.stringify({ conversationEntry: entry })}\n\n`);
}
