/** Asks for name, tax number and address of an invoice that replaces the simplified one. */
import { useQueryClient } from '@tanstack/react-query';
import type { InvoiceBuyer } from '../../../../shared/contract/invoices.ts';
import type { Payment } from '../../../../shared/contract/payments.ts';
import type { User } from '../../../../shared/contract/user.ts';
import { isValidId } from '../../../../shared/domain/spanish-id.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { api, errorText } from '../../../lib/api.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { type Problems, useFields } from '../../../lib/use-fields.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { FormNotice } from './account-layout.tsx';
import { toContact } from './contact-values.ts';
import { showSuccess } from './success-toast.ts';

export function FullInvoiceDialog({ payment, user, onClose }: { payment: Payment; user: User; onClose: () => void }) {
  const queries = useQueryClient();
  const { attributes, field, failure, phase } = useFields<InvoiceBuyer>({
    empty: () => toBuyer(user),
    validate,
    send: async (buyer) => {
      await api('POST /users/me/invoices', { body: { payment: payment.id, ...buyer } });
      await readAgain(queries, ['payments']);
      showSuccess('Tu factura está lista');
      onClose();
    },
    toText: (error) => errorText(error, 'No se ha podido hacer la factura'),
  });
  return (
    <Dialog title="Factura con tu NIF" onClose={onClose} sheet>
      <form {...attributes} className="flex flex-col gap-4">
        <p className="text-small text-muted">
          Sustituye a la factura simplificada de «{payment.title}». Revisa los datos: una vez hecha, no se puede
          cambiar.
        </p>
        <TextInput label="Nombre o razón social" required autoComplete="name" maxLength={120} {...field('name')} />
        <TextInput
          label="NIF"
          required
          autoComplete="off"
          maxLength={120}
          hint="DNI, NIE o NIF de la empresa"
          {...field('taxId')}
        />
        <TextInput
          label="Dirección completa"
          required
          autoComplete="street-address"
          maxLength={200}
          {...field('address')}
        />
        <FormNotice problem={failure} />
        <DialogButtons submit="Hacer la factura" busy={phase === 'sending'} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** The account's data. */
function toBuyer(user: User): InvoiceBuyer {
  const { documentId, streetName, zipCode, municipality } = toContact(user);
  return {
    name: `${user.name} ${user.surname}`.trim(),
    taxId: documentId,
    address: [streetName, `${zipCode} ${municipality}`.trim()].filter(Boolean).join(', '),
  };
}

function validate({ name, taxId, address }: InvoiceBuyer): Problems<InvoiceBuyer> | undefined {
  if (isBlank(name)) return { name: 'Escribe el nombre o la razón social' };
  if (!isValidId(taxId)) return { taxId: 'Escribe un NIF válido, como 12345678Z o B12345674' };
  if (isBlank(address)) return { address: 'Escribe la dirección completa' };
  return undefined;
}
