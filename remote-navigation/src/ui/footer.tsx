import { useData, useSite } from "@site/contracts/react/site-context";
import { FormattedMessage, useIntl } from "react-intl";
import { FooterGroups } from "./footer-groups.tsx";
import { FooterLogos } from "./footer-logos.tsx";
import { FooterPlaces } from "./footer-places.tsx";
import styles from "./footer.module.css";
import { SafetyBand } from "./safety-band.tsx";

/** The footer of every page: responsible gaming first, then the site's own links, its other regions and languages, and its badges. */
export function Footer() {
  const intl = useIntl();
  const { name, minimumAge } = useSite();
  const { logos = [], awards = [], licences = [], sites = [] } = useData("footer") ?? {};
  return (
    <footer className={styles.footer}>
      <SafetyBand />
      <div className={`wrap ${styles.columns}`}>
        <FooterGroups />
        <FooterPlaces />
      </div>
      <div className={`wrap ${styles.base}`}>
        <div className={styles.logos}>
          <FooterLogos logos={logos} label={intl.formatMessage({ id: "navigation.footer.logos" })} />
          <FooterLogos logos={awards} label={intl.formatMessage({ id: "navigation.footer.awards" })} />
          <FooterLogos logos={licences} label={intl.formatMessage({ id: "navigation.footer.licences" })} />
          <FooterLogos logos={sites} label={intl.formatMessage({ id: "navigation.footer.sites" })} />
        </div>
        <p className={styles.legal}>
          <FormattedMessage id="navigation.footer.legal" values={{ name, age: minimumAge }} />
        </p>
      </div>
    </footer>
  );
}
