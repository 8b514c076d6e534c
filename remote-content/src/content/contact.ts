import type { Copies } from "@site/contracts/locale/pick-copy";
import type { ContactCopy } from "../copy/contact-copy.ts";
import { contact as en } from "./en/contact.ts";
import { contact as ptBr } from "./pt-br/contact.ts";

export const contactCopy: Copies<ContactCopy> = { en, "pt-br": ptBr };
