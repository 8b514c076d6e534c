// The exports of the contract and no more: the rest would travel with every first click.
export { createIntl, FormattedMessage, IntlProvider, useIntl } from "react-intl";
