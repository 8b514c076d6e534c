import styles from "./download-icon.module.css";

/** An arrow that lands in a tray. */
export function DownloadIcon() {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M12 4v11m-5-5 5 5 5-5M4 20h16" />
    </svg>
  );
}
