import { useHref } from "@site/contracts/react/site-context";
import { homeCopy } from "../content/home.ts";
import { useCopy } from "../use-copy.ts";
import styles from "./home-streamer.module.css";

/** Streamer Mode, in short. */
export function HomeStreamer() {
  const {
    copy: { streamer },
  } = useCopy(homeCopy);
  const href = useHref();
  return (
    <section className="section">
      <div className="wrap">
        <div className={`card ${styles.panel}`}>
          <h2>{streamer.title}</h2>
          <p className={styles.text}>{streamer.text}</p>
          <a className="button button--quiet" href={href("/streamer-mode/")}>
            {streamer.action}
          </a>
        </div>
      </div>
    </section>
  );
}
