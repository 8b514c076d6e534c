import type { NavigationItem } from "@site/contracts/documents/navigation";
import { listShown } from "../menu-items.ts";
import { ItemLink } from "./item-link.tsx";
import styles from "./panel-groups.module.css";

/** The children of a section: each child with children of its own is a group under its link, and the others form one list. */
export function PanelGroups({ item, path }: { item: NavigationItem; path: string }) {
  const children = listShown(item.children);
  const plain = children.filter((child) => listShown(child.children).length === 0);
  const groups = children.filter((child) => listShown(child.children).length > 0);
  return (
    <>
      {groups.map((group) => (
        <div key={group.label}>
          <ItemLink className={styles.title} item={group} path={path} />
          <List items={listShown(group.children)} path={path} />
        </div>
      ))}
      {plain.length > 0 && <List items={plain} path={path} />}
    </>
  );
}

function List({ items, path }: { items: NavigationItem[]; path: string }) {
  return (
    <ul className={styles.list} role="list">
      {items.map((item) => (
        <li key={item.label}>
          <ItemLink item={item} path={path} />
        </li>
      ))}
    </ul>
  );
}
