// Only the exports of the contract: the rest would be loaded with the first island of every page.
export { createIntl, FormattedMessage, IntlProvider, useIntl } from "react-intl";
