/** /recordar-contrasena and /recuperar-contrasena: requests a password reset link. */
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
import { TextLink } from '../ui/text-link.tsx';

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
        <TextLink to={paths.login} isTarget>
          Volver a iniciar sesión
        </TextLink>
      </p>
    </AccountLayout>
  );
}
