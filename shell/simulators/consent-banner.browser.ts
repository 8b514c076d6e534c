import { choices } from "./consent-choice.browser.ts";

/** The banner of the consent tool. */
export interface ConsentBanner {
  show(): void;
  hide(): void;
}

/**
 * Builds the banner: refusing is as easy as accepting, and a small button reopens it after a choice. It is the first element of the page, so that the
 * keyboard reaches it first; it does not trap the focus.
 */
export function createConsentBanner(
  origin: string,
  current: () => readonly string[],
  choose: (groups: readonly string[]) => void,
): ConsentBanner {
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = `${origin}/banner.css`;

  const banner = document.createElement("section");
  banner.id = "onetrust-banner-sdk";
  banner.className = "sim-consent";
  banner.tabIndex = -1;
  banner.setAttribute("aria-labelledby", "sim-consent-title");
  const title = toElement("h2", "Simulated consent: your choice");
  title.id = "sim-consent-title";
  const details = document.createElement("details");
  const boxes = choices.map(({ group, name, purpose }) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.value = group;
    const label = document.createElement("label");
    label.append(box, toElement("span", `${name}. ${purpose}`));
    details.append(label);
    return box;
  });
  details.prepend(toElement("summary", "Choose one by one"));
  details.append(
    toButton("Confirm my choices", () => finish(boxes.filter(({ checked }) => checked).map(({ value }) => value))),
  );
  const row = toElement("div", "");
  row.className = "sim-consent-row";
  row.append(
    toButton("Accept all", () => finish(choices.map(({ group }) => group))),
    toButton("Reject all", () => finish([])),
  );
  banner.append(
    title,
    toElement("p", "What is necessary is always active. Nothing else is, until you allow it."),
    row,
    details,
  );

  const again = toButton("Cookie settings", show);
  again.className = "sim-consent-again";
  const place = document.createElement("div");
  place.id = "onetrust-consent-sdk";
  place.append(styles, banner, again);
  // Without its style sheet it would be in the flow above the page and move it down.
  place.hidden = true;
  for (const type of ["load", "error"]) styles.addEventListener(type, () => (place.hidden = false));
  banner.hidden = true;
  again.hidden = true;
  document.body.prepend(place);

  function show(): void {
    for (const box of boxes) box.checked = current().includes(box.value);
    const isAskedFor = document.activeElement === again;
    banner.hidden = false;
    again.hidden = true;
    if (isAskedFor) banner.focus();
  }

  function hide(): void {
    const hadFocus = banner.contains(document.activeElement);
    banner.hidden = true;
    again.hidden = false;
    if (hadFocus) again.focus();
  }

  function finish(groups: readonly string[]): void {
    hide();
    choose(["C0001", ...groups]);
  }

  return { show, hide };
}

function toElement(name: "h2" | "p" | "span" | "summary" | "div", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function toButton(text: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}
