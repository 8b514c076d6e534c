import { type RefObject, useEffect, useRef, useState } from "react";
import type { Problem } from "../build-status.ts";
import {
  type AxeFinding,
  type FromPreview,
  isWorkbenchMessage,
  type LeftFinding,
  type ToPreview,
} from "../preview-messages.ts";

/** One line of the log: an event of the bus, or a link the preview wanted to follow. */
export interface LogEntry {
  id: number;
  at: string;
  name: string;
  detail: string;
  from: "page" | "workbench" | "link";
}

export interface PreviewLink {
  frame: RefObject<HTMLIFrameElement | null>;
  log: readonly LogEntry[];
  /** What went wrong in the document that is shown now. */
  problems: readonly Problem[];
  /** What axe found in that document; undefined before it was asked. */
  findings: readonly AxeFinding[] | "checking" | undefined;
  /** Sends an event to the document, at once or as soon as it listens. */
  emit(name: string, detail: unknown): void;
  /** Undefined while the document does not listen, as one without JavaScript never does. */
  checkAxe: (() => void) | undefined;
  /** What the islands of that document left behind; undefined before it was left. */
  left: readonly LeftFinding[] | "leaving" | undefined;
  /** Leaves that document and returns. Undefined as `checkAxe` is. */
  leave: (() => void) | undefined;
  clear(): void;
}

const keptEntries = 500;

function sendTo(frame: RefObject<HTMLIFrameElement | null>, message: ToPreview): void {
  frame.current?.contentWindow?.postMessage(message, location.origin);
}

/** Listens to the preview and talks to it. The log outlives the documents in it; `shown` names the present one. */
export function usePreview(shown: string): PreviewLink {
  const frame = useRef<HTMLIFrameElement>(null);
  const [log, setLog] = useState<LogEntry[]>([]);
  const [listening, setListening] = useState<string>();
  const early = useRef<{ shown: string; message: ToPreview }[]>([]);
  const [checked, setChecked] = useState<{ shown: string; findings: AxeFinding[] | "checking" }>();
  const [gone, setGone] = useState<{ shown: string; left: LeftFinding[] | "leaving" }>();
  const [found, setFound] = useState<{ shown: string; problems: Problem[] }>({ shown, problems: [] });

  useEffect(() => {
    const add = (entry: Omit<LogEntry, "id" | "at">): void =>
      setLog((before) => [
        ...before.slice(1 - keptEntries),
        { ...entry, id: (before.at(-1)?.id ?? 0) + 1, at: new Date().toTimeString().slice(0, 8) },
      ]);
    const hear = ({ data, origin, source }: MessageEvent<unknown>): void => {
      if (
        origin !== location.origin ||
        source !== frame.current?.contentWindow ||
        !isWorkbenchMessage<FromPreview>(data)
      )
        return;
      if (data.kind === "event")
        add({ name: data.name, detail: JSON.stringify(data.detail), from: data.sent ? "workbench" : "page" });
      if (data.kind === "left") add({ name: "link followed", detail: data.url, from: "link" });
      if (data.kind === "ready") {
        setListening(shown);
        for (const sent of early.current.splice(0)) if (sent.shown === shown) sendTo(frame, sent.message);
      }
      if (data.kind === "axe") setChecked({ shown, findings: data.findings });
      if (data.kind === "left-behind") setGone({ shown, left: data.findings });
      if (data.kind === "problem") {
        const { problem } = data;
        setFound((before) => ({ shown, problems: [...(before.shown === shown ? before.problems : []), problem] }));
      }
    };
    window.addEventListener("message", hear);
    return () => {
      window.removeEventListener("message", hear);
      // The next document listens later, also one with the settings of an earlier one.
      setListening(undefined);
    };
  }, [shown]);

  return {
    frame,
    log,
    findings: checked?.shown === shown ? checked.findings : undefined,
    problems: found.shown === shown ? found.problems : [],
    emit(name, detail) {
      const message: ToPreview = { workbench: true, kind: "emit", name, detail };
      if (listening === shown) sendTo(frame, message);
      else early.current.push({ shown, message });
    },
    checkAxe:
      listening === shown
        ? () => {
            setChecked({ shown, findings: "checking" });
            sendTo(frame, { workbench: true, kind: "check-axe" });
          }
        : undefined,
    left: gone?.shown === shown ? gone.left : undefined,
    leave:
      listening === shown
        ? () => {
            setGone({ shown, left: "leaving" });
            sendTo(frame, { workbench: true, kind: "leave" });
          }
        : undefined,
    clear: () => setLog([]),
  };
}
