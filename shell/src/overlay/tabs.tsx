import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

export interface TabsProps<Name extends string> {
  names: readonly Name[];
  chosen: Name;
  onChoose(name: Name): void;
  /** A figure beside a name. */
  counts: Readonly<Partial<Record<Name, number>>>;
  children: ReactNode;
}

/** Tabs over one pane. The arrow keys move between them. */
export function Tabs<Name extends string>({ names, chosen, onChoose, counts, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move({ key }: KeyboardEvent): void {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const next = names.at((names.indexOf(chosen) + step) % names.length);
    if (step === 0 || next === undefined) return;
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label="What the overlay shows" className="tabs">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-name={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-pane`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={move}
          >
            {name}
            {counts[name] !== undefined && <span className="count"> {counts[name]}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-pane`} aria-labelledby={`${id}-${chosen}`} tabIndex={0} className="pane">
        {children}
      </div>
    </>
  );
}
