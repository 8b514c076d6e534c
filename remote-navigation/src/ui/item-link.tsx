import type { NavigationItem } from "@site/contracts/documents/navigation";
import { useHref } from "@site/contracts/react/site-context";
import { isPageOf } from "../menu-items.ts";
import styles from "./item-link.module.css";
import { OutsideLabel } from "./outside-label.tsx";

interface ItemLinkProps {
  item: NavigationItem;
  /** The path of the current page, without the locale's prefix. */
  path: string;
  className?: string | undefined;
}

/** The link of a menu item with its badge (B047); an external one opens in a new tab and says so (B058). */
export function ItemLink({ item, path, className = "" }: ItemLinkProps) {
  const href = useHref();
  const isExternal = item.siteType === "external";
  return (
    <a
      className={`${styles.link} ${className}`.trim()}
      href={href(item.path)}
      aria-current={isPageOf(item, path) ? "page" : undefined}
      target={isExternal ? "_blank" : undefined}
      rel={isExternal ? "noopener" : undefined}
    >
      {isExternal ? <OutsideLabel label={item.label} /> : item.label}
      {item.badge !== undefined && <span className={`badge ${styles.badge}`}>{item.badge}</span>}
    </a>
  );
}
