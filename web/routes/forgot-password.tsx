/** /recordar-contrasena and /recuperar-contrasena: requests a password reset link. */
import { Link } from 'react-router-dom';
import { EmailField } from '../../shared/domain/account-forms.ts';
import { AccountLayout, FormNotice } from '../features/people/accounts/account-layout.tsx';
import { findIssue } from '../features/people/accounts/account-validation.ts';
import {
  describeUnsentLink,
  passwordLinkSentText,
  requestPasswordLink,
} from '../features/people/accounts/password-link.ts';
import { prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { useFields } from '../lib/use-fields.ts';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { EmailInput } from '../ui/text-input.tsx';

export default function ForgotPasswordPage() {
  const { attributes, field, failure, phase } = useFields({
    empty: { email: '' },
    validate: ({ email }) => findIssue('email', EmailField, email),
    send: ({ email }) => requestPasswordLink(email),
    toText: describeUnsentLink,
  });
  return (
    <AccountLayout title="Recuperar contraseña" intro="Te enviaremos un enlace para elegir una nueva.">
      <FormNotice problem={failure} success={phase === 'done' && passwordLinkSentText} />
      {phase === 'sending' && <PageSpinner />}
      {phase === 'editing' && (
        <form {...attributes} ref={prepareCaptcha}>
          <EmailInput {...field('email')} />
          <Button type="submit">Enviar enlace de recuperación</Button>
        </form>
      )}
      <p className="text-center text-small">
        <Link to={paths.login} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
          Volver a iniciar sesión
        </Link>
      </p>
    </AccountLayout>
  );
}
