import { useSite } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";

/** To the sign-up pages, which are another site. */
export function SignUpLink({ className = "" }: { className?: string | undefined }) {
  const { signUpUrl } = useSite();
  return (
    <a className={`button button--quiet ${className}`} href={signUpUrl} rel="noopener">
      <FormattedMessage id="navigation.signUp" />
    </a>
  );
}
