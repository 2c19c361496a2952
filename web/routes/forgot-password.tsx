/** /recordar-contrasena and /recuperar-contrasena: requests a password reset link. */
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmailField } from '../../shared/domain/account-forms.ts';
import { AccountLayout, FormNotice } from '../features/people/accounts/account-layout.tsx';
import { findIssue } from '../features/people/accounts/account-validation.ts';
import { passwordLinkSentText, requestPasswordLink } from '../features/people/accounts/password-link.ts';
import type { ErrorText } from '../lib/api.ts';
import { prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextInput } from '../ui/text-input.tsx';

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState<string>();
  const [failure, setFailure] = useState<ErrorText | string>();
  const [phase, setPhase] = useState<'editing' | 'sending' | 'done'>('editing');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = findIssue('email', EmailField, email);
    setMissing(problem?.text);
    setFailure(undefined);
    if (problem) return;
    setPhase('sending');
    const failed = await requestPasswordLink(email);
    setFailure(failed);
    setPhase(failed ? 'editing' : 'done');
  }

  return (
    <AccountLayout title="Recuperar contraseña" intro="Te enviaremos un enlace para elegir una nueva.">
      <FormNotice problem={failure} success={phase === 'done' && passwordLinkSentText} />
      {phase === 'sending' && <PageSpinner />}
      {phase === 'editing' && (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={submit}
          ref={prepareCaptcha}
          onInput={() => setMissing(undefined)}
        >
          <TextInput
            label="Email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={email}
            error={missing}
            onChange={(event) => setEmail(event.target.value)}
          />
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
