import { useHref } from "@site/contracts/react/site-context";
import { streamer } from "../content/home.ts";
import styles from "./home-streamer.module.css";

/** Streamer Mode, in short. */
export function HomeStreamer() {
  const href = useHref();
  return (
    <section className="section">
      <div className="wrap">
        <div className={`card ${styles.panel}`}>
          <h2>{streamer.title}</h2>
          <p className={styles.text}>{streamer.text}</p>
          <a className="button button--quiet" href={href("/streamer-mode/")}>{streamer.action}</a>
        </div>
      </div>
    </section>
  );
}
