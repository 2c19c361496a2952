/** Phone, document and address of the account; placeholders of partner customers show as blank. */
import { useState } from 'react';
import type { User } from '../../../../shared/contract/user.ts';
import { api } from '../../../lib/api.ts';
import { useFields } from '../../../lib/use-fields.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { describeAccountError } from './account-errors.ts';
import { FormNotice } from './account-layout.tsx';
import { type Contact, validateContact } from './account-validation.ts';
import { toContact, toContactBody } from './contact-values.ts';
import { ContactStep } from './steps.tsx';
import { showSuccess } from './success-toast.ts';

export function ContactForm({ user }: { user: User }) {
  const { refresh } = useSession();
  const stored = toContact(user);
  const [saved, setSaved] = useState(stored);
  const form = useFields({
    empty: stored,
    validate: validateContact,
    send: async (contact) => {
      await api('PATCH /users/me', { body: toContactBody(contact) });
      setSaved(contact);
      showSuccess('Usuario actualizado con éxito.');
      await refresh();
    },
    toText: describeAccountError,
  });
  const changed = isDifferent(form.values, saved);
  const busy = form.phase === 'sending';
  // The session's user may be older than the server's answer, which arrives a moment later.
  const [lastKnown, setLastKnown] = useState(stored);
  if (isDifferent(stored, lastKnown)) {
    setLastKnown(stored);
    setSaved(stored);
    if (!changed) form.set(stored);
  }
  return (
    <form {...form.attributes}>
      {changed && !busy && <LeaveGuard />}
      <FormNotice problem={form.failure} />
      <TextInput label="Email" value={user.email} readOnly autoComplete="email" className="bg-raised!" />
      <ContactStep form={form} />
      <Button type="submit" className="self-start" disabled={!changed} busy={busy}>
        Guardar
      </Button>
    </form>
  );
}

const isDifferent = (a: Contact, b: Contact) =>
  (Object.keys(a) as (keyof Contact)[]).some((field) => a[field] !== b[field]);
