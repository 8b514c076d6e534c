import type { ReactNode } from "react";
import styles from "./fact-table.module.css";

/** A table of facts, each row headed by its first cell. On a phone each row is a list in which every fact names its column. */
export function FactTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly [subject: string, ...facts: ReactNode[]])[];
}) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([subject, ...facts]) => (
            <tr key={subject}>
              <th scope="row" className={styles.subject}>
                {subject}
              </th>
              {facts.map((fact, index) => (
                <td key={columns[index + 1]} data-column={columns[index + 1]}>
                  {fact}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
