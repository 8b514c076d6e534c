import { createElement } from "react";
import type { Icon } from "../browser/icons/find-icon.ts";

/** An icon, shape by shape: no foreign markup becomes part of the page. Screen readers pass over it. */
export function DrawnIcon({
  icon: { width, height, shapes },
  className,
}: {
  icon: Icon;
  className: string | undefined;
}) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true">
      {shapes.map(({ tag, attributes }, index) => {
        const properties = Object.entries(attributes).map(([name, value]) => [
          name.replaceAll(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
          value,
        ]);
        // The order of an icon's shapes never changes.
        return createElement(tag, { key: index, ...Object.fromEntries(properties) });
      })}
    </svg>
  );
}
