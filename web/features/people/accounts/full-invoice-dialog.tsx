/** Asks for name, tax number and address of an invoice that replaces the simplified one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { InvoiceBuyer } from '../../../../shared/contract/invoices.ts';
import type { Payment } from '../../../../shared/contract/payments.ts';
import type { User } from '../../../../shared/contract/user.ts';
import { isValidId } from '../../../../shared/domain/spanish-id.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { api, errorText } from '../../../lib/api.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { FormNotice } from './account-layout.tsx';
import { toContact } from './contact-values.ts';
import { showSuccess } from './success-toast.ts';

type Field = keyof InvoiceBuyer;

export function FullInvoiceDialog({ payment, user, onClose }: { payment: Payment; user: User; onClose: () => void }) {
  const [values, setValues] = useState<InvoiceBuyer>(() => toBuyer(user));
  const queries = useQueryClient();
  const [problem, setProblem] = useState<{ field: Field; text: string }>();
  const asking = useMutation({
    mutationFn: (buyer: InvoiceBuyer) => api('POST /users/me/invoices', { body: { payment: payment.id, ...buyer } }),
    onSuccess: async () => {
      await readAgain(queries, ['payments']);
      showSuccess('Tu factura está lista');
      onClose();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = findProblem(values);
    setProblem(problem);
    if (problem) event.currentTarget.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus();
    else asking.mutate(values);
  }

  const input = (field: Field, label: string, autoComplete: string, hint?: string) => (
    <TextInput
      label={label}
      name={field}
      required
      autoComplete={autoComplete}
      maxLength={field === 'address' ? 200 : 120}
      value={values[field]}
      {...(hint && { hint })}
      error={problem?.field === field ? problem.text : undefined}
      onChange={({ target }) => setValues({ ...values, [field]: target.value })}
    />
  );
  return (
    <Dialog title="Factura con tu NIF" onClose={onClose} sheet>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit} onInput={() => setProblem(undefined)}>
        <p className="text-small text-muted">
          Sustituye a la factura simplificada de «{payment.title}». Revisa los datos: una vez hecha, no se puede
          cambiar.
        </p>
        {input('name', 'Nombre o razón social', 'name')}
        {input('taxId', 'NIF', 'off', 'DNI, NIE o NIF de la empresa')}
        {input('address', 'Dirección completa', 'street-address')}
        <FormNotice problem={asking.error ? errorText(asking.error, 'No se ha podido hacer la factura') : undefined} />
        <div className="flex justify-end gap-3">
          <Button kind="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={asking.isPending}>
            Hacer la factura
          </Button>
        </div>
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

function findProblem({ name, taxId, address }: InvoiceBuyer): { field: Field; text: string } | undefined {
  if (isBlank(name)) return { field: 'name', text: 'Escribe el nombre o la razón social' };
  if (!isValidId(taxId)) return { field: 'taxId', text: 'Escribe un NIF válido, como 12345678Z o B12345674' };
  if (isBlank(address)) return { field: 'address', text: 'Escribe la dirección completa' };
  return undefined;
}
