/** /restablecer-contrasena?token=…: sets a new password. */
import { useSearchParams } from 'react-router-dom';
import { ResetPassword } from '../../shared/domain/account-forms.ts';
import { AccountLayout, FormNotice } from '../features/people/accounts/account-layout.tsx';
import { validateNewPassword } from '../features/people/accounts/account-validation.ts';
import { NewPassword } from '../features/people/accounts/new-password.tsx';
import { ApiError, api, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useDelayedNavigate } from '../lib/use-delayed-navigate.ts';
import { useFields } from '../lib/use-fields.ts';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Milliseconds before the redirect to the login. */
const loginDelay = 5000;

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const later = useDelayedNavigate();
  const form = useFields({
    empty: { password: '', confirmation: '' },
    validate: (values) => validateNewPassword(ResetPassword, values),
    send: async ({ password }) => {
      await api('POST /users/reset-password', { body: { token, newPassword: password } });
      later(paths.login, loginDelay);
    },
    toText: (error) => {
      const invalid = error instanceof ApiError && error.code === 'SR4002';
      return invalid ? 'Token de recuperación inválido. Por favor, solicita un nuevo enlace.' : errorText(error);
    },
  });
  const { phase, failure } = form;
  const missing = 'Token de recuperación no encontrado. Por favor, solicita un nuevo enlace.';
  return (
    <AccountLayout title="Restablecer Contraseña">
      <FormNotice
        problem={token ? failure : missing}
        success={
          phase === 'done' && 'Contraseña actualizada con éxito. Ya puedes iniciar sesión con tu nueva contraseña.'
        }
      />
      {phase === 'sending' && <PageSpinner />}
      {phase === 'editing' && token && (
        <form {...form.attributes}>
          <NewPassword form={form} name="nueva contraseña" />
          <Button type="submit">Restablecer Contraseña</Button>
        </form>
      )}
      <p className="text-center text-small">
        <TextLink to={phase === 'done' ? paths.login : paths.forgotPassword} isTarget>
          {phase === 'done' ? 'Ir a iniciar sesión' : 'Solicitar un nuevo enlace'}
        </TextLink>
      </p>
    </AccountLayout>
  );
}
