/** Phone, document and address of the account; placeholders of partner customers show as blank. */
import { type FormEvent, useState } from 'react';
import type { User } from '../../../../shared/contract/user.ts';
import { api, type ErrorText } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { describeAccountError } from './account-errors.ts';
import { FormNotice } from './account-layout.tsx';
import { type Contact, type Problem, validateContact } from './account-validation.ts';
import { toContact } from './contact-values.ts';
import { focusField } from './focus-field.ts';
import { toContactBody } from './sign-up.ts';
import { ContactStep } from './steps.tsx';
import { showSuccess } from './success-toast.ts';

export function ContactForm({ user }: { user: User }) {
  const { refresh } = useSession();
  const stored = toContact(user);
  const [saved, setSaved] = useState(stored);
  const [contact, setContact] = useState(stored);
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<ErrorText | string>();
  const [busy, setBusy] = useState(false);
  const changed = isDifferent(contact, saved);
  // The session's user may be older than the server's answer, which arrives a moment later.
  const [lastKnown, setLastKnown] = useState(stored);
  if (isDifferent(stored, lastKnown)) {
    setLastKnown(stored);
    setSaved(stored);
    if (!changed) setContact(stored);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = validateContact(contact);
    setProblem(problems);
    setFailure(undefined);
    if (problems) return focusField(event.currentTarget, problems.field);
    setBusy(true);
    try {
      await api('PATCH /users/me', { body: toContactBody(contact) });
      setSaved(contact);
      showSuccess('Usuario actualizado con éxito.');
      await refresh();
    } catch (error) {
      setFailure(describeAccountError(error));
    }
    setBusy(false);
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} onInput={() => setProblem(undefined)}>
      {changed && !busy && <LeaveGuard />}
      <FormNotice problem={failure} />
      <TextInput label="Email" value={user.email} readOnly autoComplete="email" className="bg-raised!" />
      <ContactStep values={contact} onChange={setContact} problem={problem} />
      <Button type="submit" className="self-start" disabled={!changed} busy={busy}>
        Guardar
      </Button>
    </form>
  );
}

const isDifferent = (a: Contact, b: Contact) =>
  (Object.keys(a) as (keyof Contact)[]).some((field) => a[field] !== b[field]);
