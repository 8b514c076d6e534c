import type { LocalizedText } from "../locale/localized-text.ts";

/** One way to reach the operator: an address, a telephone number in international form, or both. */
export interface Contact {
  email?: string | undefined;
  /** International, as it is read: `+44 1632 960123`. */
  telephone?: string | undefined;
  /** When it is answered, in words, with the time zone. */
  hours?: LocalizedText | undefined;
}

/** What a visitor may want to reach the operator for. */
export const contactPurposes = ["support", "complaints", "dataProtection", "talent", "security"] as const;
export type ContactPurpose = (typeof contactPurposes)[number];

/** Every site has support, which also answers for the purposes without a contact of their own. */
export type Contacts = { support: Contact } & { [P in ContactPurpose]?: Contact | undefined };

/** The contact for a purpose: its own, else support. */
export function pickContact(contacts: Contacts, purpose: ContactPurpose): Contact {
  return contacts[purpose] ?? contacts.support;
}

/** `mailto:` and `tel:` addresses of a contact, the address first, each with the text to show. */
export function toContactLinks({ email, telephone }: Contact): { href: string; text: string }[] {
  return [
    ...(email === undefined ? [] : [{ href: `mailto:${email}`, text: email }]),
    ...(telephone === undefined ? [] : [{ href: `tel:${telephone.replaceAll(" ", "")}`, text: telephone }]),
  ];
}
