import { type FormEvent, useState } from 'react';
import { passwordHint, passwordMinLength } from '../../../../shared/domain/limits.ts';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toaster.tsx';
import type { Problem } from './account-validation.ts';
import { focusField } from './focus-field.ts';
import { showSuccess } from './success-toast.ts';

const empty = { oldPassword: '', newPassword: '' };

export function PasswordForm() {
  const [values, setValues] = useState(empty);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = validate(values);
    setProblem(problems);
    if (problems) return focusField(event.currentTarget, problems.field);
    setBusy(true);
    try {
      await api('PATCH /users/me', { body: values });
      setValues(empty);
      showSuccess('Contraseña actualizada correctamente');
    } catch (error) {
      toast.error(errorText(error, 'Error al actualizar la contraseña'));
    }
    setBusy(false);
  }

  const getError = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} onInput={() => setProblem(undefined)}>
      {(values.oldPassword || values.newPassword) && !busy && <LeaveGuard />}
      <PasswordInput
        label="Contraseña actual"
        name="oldPassword"
        autoComplete="current-password"
        maxLength={256}
        value={values.oldPassword}
        error={getError('oldPassword')}
        onChange={(event) => setValues({ ...values, oldPassword: event.target.value })}
      />
      <PasswordInput
        label="Nueva contraseña"
        name="newPassword"
        autoComplete="new-password"
        maxLength={256}
        hint={`${passwordHint} Las demás sesiones abiertas se cerrarán.`}
        value={values.newPassword}
        error={getError('newPassword')}
        onChange={(event) => setValues({ ...values, newPassword: event.target.value })}
      />
      <Button type="submit" className="self-start" disabled={!values.oldPassword && !values.newPassword} busy={busy}>
        Cambiar contraseña
      </Button>
    </form>
  );
}

function validate({ oldPassword, newPassword }: typeof empty): Problem | undefined {
  if (!oldPassword)
    return { field: 'oldPassword', text: 'La contraseña actual es requerida para cambiar la contraseña' };
  if (!newPassword) return { field: 'newPassword', text: 'La nueva contraseña es requerida' };
  if (newPassword.length < passwordMinLength)
    return { field: 'newPassword', text: 'La contraseña debe tener al menos 8 caracteres' };
  return undefined;
}
