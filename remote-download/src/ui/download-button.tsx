import { useIntl } from "react-intl";
import { useHref, useIslandContext, useServices } from "@site/contracts/react/site-context";
import type { System } from "@site/contracts/visitor/system";
import { pickClient } from "@site/contracts/visitor/client";
import { type ButtonLink, listDownloadLinks } from "../list-download-links.ts";
import { readSystem } from "../read-system.browser.ts";
import { tellPage } from "../started-earlier.browser.ts";
import { clientNames } from "../system-facts.ts";
import { usualDevice } from "../usual-device.ts";
import styles from "./download-button.module.css";
import iconStyles from "./download-icon.module.css";

const looks: Record<string, string | undefined> = {
  hero: `button ${styles.hero}`,
  header: `button ${styles.header}`,
  menu: `button ${styles.menu}`,
  quick: styles.quick,
};

/** Help pages, by the start of their route's name: download buttons are never primary there (B287). */
const helpRoutes = "responsible-gaming";

/**
 * Real links, one per different action; the document's `data-platform` selects the visitor's own, and without it the plain one to the download page.
 * Nothing on a 403 page, and nothing in the frame of a page for a visitor who may not download (B287).
 */
export function DownloadButton() {
  const { page, visitor, locale, site, variant } = useIslandContext();
  const services = useServices();
  const href = useHref();
  const intl = useIntl();
  const links = listDownloadLinks({
    page: page.name,
    rule: visitor.rule,
    locale: locale.code,
    defaultLocale: site.defaultLocale,
  });
  const isQuiet = page.name.startsWith(helpRoutes);
  const quiet = variant === "quick" ? styles.quiet : "button--quiet";
  // The header on large screens has room for the label, but not for the icon.
  const mark = variant === "header" ? "" : iconStyles.icon;
  const look = [looks[variant] ?? "button", mark, isQuiet ? quiet : ""].filter(Boolean).join(" ");
  const plain = intl.formatMessage({ id: "download.button.plain" });
  const name = variant === "quick" ? { "aria-label": plain } : {};
  const [first] = links;

  if (page.status === 403) return null;
  if (first?.action.kind === "explained") {
    if (variant === "quick") return null;
    return (
      <p className={variant === "hero" ? styles.explained : styles.aside}>
        {intl.formatMessage({ id: "download.button.explained" })}
      </p>
    );
  }
  if (first?.action.kind === "refused") {
    // A button in the content links to home (B142); one in the header or the quick area is left out.
    if (variant !== "hero") return null;
    const { path } = first.action;
    const tell = () => {
      const system = readSystem();
      services().bus.emit("download:refused", { platform: pickClient(system, usualDevice[system]) });
    };
    return (
      <a className={look} href={href(path)} onClick={tell}>
        {plain}
      </a>
    );
  }

  const toLabel = (system: System): string => {
    if (variant !== "hero") return plain;
    if (system === "linux") return intl.formatMessage({ id: "download.button.mobile" });
    return intl.formatMessage({ id: "download.button.for" }, { system: clientNames[system] });
  };
  const tellStart = ({ action }: ButtonLink) => {
    if (action.kind !== "installer") return;
    services().bus.emit("download:started", { platform: action.client, url: action.path });
    tellPage(action.client);
  };
  return (
    <>
      <a className={`${look} ${styles.plain}`} href={href("/download/")} {...name}>
        {variant !== "quick" && plain}
      </a>
      {links.map((link) => {
        const { action } = link;
        if (action.kind !== "installer" && action.kind !== "download-page") return null;
        return (
          <a
            key={action.path}
            className={[look, styles.own, ...link.systems.map((system) => styles[system])].join(" ")}
            // The address of an installer is the same in every language.
            href={action.kind === "installer" ? action.path : href(action.path)}
            rel="nofollow"
            data-replay={action.kind === "installer" ? "" : undefined}
            onClick={() => tellStart(link)}
            {...name}
          >
            {variant !== "quick" && <OwnLabel systems={link.systems} toLabel={toLabel} />}
          </a>
        );
      })}
    </>
  );
}

/** The label of a link. A link for several systems has the label of each visitor's own, if the labels differ. */
function OwnLabel({ systems, toLabel }: { systems: readonly System[]; toLabel: (system: System) => string }) {
  const labels = new Set(systems.map(toLabel));
  if (labels.size < 2) return [...labels];
  return systems.map((system) => (
    <span key={system} className={`${styles.own} ${styles[system]}`}>
      {toLabel(system)}
    </span>
  ));
}
