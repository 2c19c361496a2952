import type { User } from '../../../../shared/contract/user.ts';
import { placeholders } from '../../../../shared/domain/account-forms.ts';
import type { Contact } from './account-validation.ts';

/** A user's contact data as form values; placeholders of partner customers count as missing. */
export function toContact(user: User | undefined): Contact {
  const withoutPlaceholder = (value: string | null | undefined, placeholder: string) =>
    value && value !== placeholder ? value : '';
  return {
    phone: withoutPlaceholder(user?.phone, placeholders.phone),
    documentId: withoutPlaceholder(user?.documentId, placeholders.documentId),
    streetName: withoutPlaceholder(user?.address?.streetName, placeholders.streetName),
    municipality: withoutPlaceholder(user?.address?.municipality, placeholders.municipality),
    zipCode: withoutPlaceholder(user?.address?.zipCode, placeholders.zipCode),
  };
}

export const toContactBody = ({ phone, documentId, streetName, municipality, zipCode }: Contact) => ({
  phone,
  documentId,
  address: { streetName, municipality, zipCode },
});
