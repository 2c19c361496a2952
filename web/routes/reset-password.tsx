/** /restablecer-contrasena?token=…: sets a new password. */
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ResetPassword } from '../../shared/domain/account-forms.ts';
import { passwordHint } from '../../shared/domain/limits.ts';
import { AccountLayout, FormNotice } from '../features/people/accounts/account-layout.tsx';
import { findIssue, type Problem } from '../features/people/accounts/account-validation.ts';
import { focusField } from '../features/people/accounts/focus-field.ts';
import { ApiError, api, type ErrorText, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useDelayedNavigate } from '../lib/use-delayed-navigate.ts';
import { Button } from '../ui/button.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

/** Milliseconds before the redirect to the login. */
const loginDelay = 5000;

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const later = useDelayedNavigate();
  const [values, setValues] = useState({ password: '', confirmation: '' });
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<ErrorText | string | undefined>(
    token ? undefined : 'Token de recuperación no encontrado. Por favor, solicita un nuevo enlace.',
  );
  const [phase, setPhase] = useState<'editing' | 'sending' | 'done'>('editing');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems =
      findIssue('password', ResetPassword, values.password) ??
      (values.password === values.confirmation
        ? undefined
        : { field: 'confirmation', text: 'Las contraseñas no coinciden' });
    setProblem(problems);
    if (problems) return focusField(event.currentTarget, problems.field);
    setPhase('sending');
    setFailure(undefined);
    try {
      await api('POST /users/reset-password', { body: { token, newPassword: values.password } });
      setPhase('done');
      later(paths.login, loginDelay);
    } catch (error) {
      const invalid = error instanceof ApiError && error.code === 'SR4002';
      setFailure(invalid ? 'Token de recuperación inválido. Por favor, solicita un nuevo enlace.' : errorText(error));
      setPhase('editing');
    }
  }

  const getError = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <AccountLayout title="Restablecer Contraseña">
      <FormNotice
        problem={failure}
        success={
          phase === 'done' && 'Contraseña actualizada con éxito. Ya puedes iniciar sesión con tu nueva contraseña.'
        }
      />
      {phase === 'sending' && <PageSpinner />}
      {phase === 'editing' && token && (
        <form noValidate className="flex flex-col gap-5" onSubmit={submit} onInput={() => setProblem(undefined)}>
          <PasswordInput
            label="Nueva contraseña"
            name="password"
            required
            autoComplete="new-password"
            maxLength={256}
            hint={passwordHint}
            value={values.password}
            error={getError('password')}
            onChange={(event) => setValues({ ...values, password: event.target.value })}
          />
          <PasswordInput
            label="Repite la nueva contraseña"
            name="confirmation"
            required
            autoComplete="new-password"
            maxLength={256}
            value={values.confirmation}
            error={getError('confirmation')}
            onChange={(event) => setValues({ ...values, confirmation: event.target.value })}
          />
          <Button type="submit">Restablecer Contraseña</Button>
        </form>
      )}
      <p className="text-center text-small">
        <Link
          to={phase === 'done' ? paths.login : paths.forgotPassword}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {phase === 'done' ? 'Ir a iniciar sesión' : 'Solicitar un nuevo enlace'}
        </Link>
      </p>
    </AccountLayout>
  );
}
