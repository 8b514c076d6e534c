import { useHref } from "@site/contracts/react/site-context";
import type { SiteFooter } from "@site/contracts/site/site-footer";
import { NewTabNote } from "./new-tab-note.tsx";
import styles from "./footer-logos.module.css";

/** Linked images of the footer: logos, awards, licences or badges (B089, B094). Nothing when there are none (B093). */
export function FooterLogos({ logos, label }: { logos: SiteFooter["sites"]; label: string }) {
  const href = useHref();
  if (logos.length === 0) return null;
  return (
    <ul className={styles.logos} role="list" aria-label={label}>
      {logos.map((logo) => (
        <li key={logo.url}>
          <a className={styles.logo} href={href(logo.url)} target={logo.target} rel={logo.target && "noopener"}>
            <img src={logo.imagePath} width={logo.width} height={logo.height} alt={logo.label} loading="lazy" />
            {logo.target && <NewTabNote />}
          </a>
        </li>
      ))}
    </ul>
  );
}
