/** A user's contact data as form values; placeholders of partner customers count as missing. */

import type { User } from '../../../../shared/contract/accounts.ts';
import { placeholders } from '../../../../shared/domain/account-forms.ts';
import type { Contact } from './checks.ts';

export function contactOf(user: User | undefined): Contact {
  const real = (value: string | null | undefined, placeholder: string) => (value && value !== placeholder ? value : '');
  return {
    phone: real(user?.phone, placeholders.phone),
    documentId: real(user?.documentId, placeholders.documentId),
    streetName: real(user?.address?.streetName, placeholders.streetName),
    municipality: real(user?.address?.municipality, placeholders.municipality),
    zipCode: real(user?.address?.zipCode, placeholders.zipCode),
  };
}
