import { createRoot } from "react-dom/client";
import { overlayButtonId, type TesterFacts, testerFactsId } from "../layout/tester-facts.ts";
import { followPage } from "./follow-page.ts";
import { Overlay } from "./overlay-view.tsx";
import outlines from "./outlines.css?text";
import base from "./overlay.css?text";
import panel from "./panel.css?text";
import { startRecorder } from "./recorder.ts";
import { keepFromModals } from "./stay-above.ts";

/** Whether a key opens and closes the overlay: Alt, Shift and the key that has an O on an English keyboard, where no text is written. */
function isOverlayKey(event: KeyboardEvent): boolean {
  const { altKey, shiftKey, ctrlKey, metaKey, code } = event;
  if (!altKey || !shiftKey || ctrlKey || metaKey || code !== "KeyO") return false;
  const [target] = event.composedPath();
  return !(target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select")));
}

/** Draws the overlay in a tree of its own, which neither gets the page's styles nor gives it any. */
function start(): void {
  const recorder = startRecorder();
  const draw = (): void => {
    const text = document.getElementById(testerFactsId)?.textContent;
    if (!text) return;
    // The server wrote it, from the same type.
    const facts: TesterFacts = JSON.parse(text);
    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    const css = new CSSStyleSheet();
    css.replaceSync(base + outlines + panel);
    root.adoptedStyleSheets = [css];
    document.body.append(host);
    keepFromModals(host);
    const button = document.getElementById(overlayButtonId);
    followPage();
    createRoot(root, { identifierPrefix: "overlay-" }).render(
      <Overlay host={host} facts={facts} recorder={recorder} button={button} isKey={isOverlayKey} />,
    );
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", draw);
  else draw();
}

start();
