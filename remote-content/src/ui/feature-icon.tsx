import styles from "./feature-icon.module.css";

const outlines = {
  emoji: "M20 3a17 17 0 1 0 0 34 17 17 0 0 0 0-34zM13 15v2M26 13l4 1M12 24c4 7 12 7 16 0",
  camera: "M4 11h22v18H4zM26 17l10-5v16l-10-5M15 16a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  voice: "M20 4a6 6 0 0 1 6 6v9a6 6 0 0 1-12 0v-9a6 6 0 0 1 6-6zM8 19a12 12 0 0 0 24 0M20 31v6",
  bet: "M14 6a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM14 11a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM26.5 14.3A10 10 0 1 1 16 26.8",
} as const;

/** An ornament beside the feature's name. */
export function FeatureIcon({ name }: { name: keyof typeof outlines }) {
  return (
    <svg className={styles.icon} viewBox="0 0 40 40" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
