import { useSite } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";
import { useOffers } from "../use-offers.ts";

/** The link to the sign-up pages, which are another site. Nothing for a visitor who may not play at their place. */
export function SignUpLink({ className = "" }: { className?: string | undefined }) {
  const { signUpUrl } = useSite();
  const mayOffer = useOffers();
  if (!mayOffer) return null;
  return (
    <a className={`button button--quiet ${className}`.trim()} href={signUpUrl} rel="noopener">
      <FormattedMessage id="navigation.signUp" />
    </a>
  );
}
