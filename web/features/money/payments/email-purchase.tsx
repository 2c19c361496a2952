/** Buys with only an email address: creates an account and its session, so that the payment can begin. */
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmailField } from '../../../../shared/domain/account-forms.ts';
import { ApiError, api, type ErrorText, errorText } from '../../../lib/api.ts';
import { CaptchaError, describeMissingCaptcha, getCaptchaToken, prepareCaptcha } from '../../../lib/captcha.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { describeAccountError } from '../../people/accounts/account-errors.ts';
import { FormNotice } from '../../people/accounts/account-layout.tsx';
import { findIssue, type Problem, validateTerms } from '../../people/accounts/account-validation.ts';
import { focusField } from '../../people/accounts/focus-field.ts';
import { TermsByPaying, TermsCheckbox } from '../../people/accounts/terms.tsx';
import { giveConsent } from './order-consent.ts';
import { ConsentCheckbox, missingConsent } from './order-summary.tsx';
import { toPaymentPath } from './return-path.ts';

/**
 * `query`: parameters of the subscription wizard. `action`: the button's text. `isBrief`: paying accepts the terms, as
 * a line above the button says. `onEntered` is called once the new session exists.
 */
export function EmailPurchase({
  query,
  action,
  isBrief = false,
  onEntered,
}: {
  query: URLSearchParams;
  action: string;
  isBrief?: boolean;
  onEntered?: () => void;
}) {
  const session = useSession();
  const [email, setEmail] = useState('');
  const [terms, setTerms] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const loginPath = withQuery(paths.login, { redirectTo: toPaymentPath(query) });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const problems =
      findIssue('email', EmailField, email) ??
      (isBrief ? undefined : validateTerms(terms)) ??
      (agreed ? undefined : missingConsent);
    setProblem(problems);
    setFailure(undefined);
    if (problems) return focusField(event.currentTarget, problems.field);
    setBusy(true);
    try {
      const token = await getCaptchaToken('signup');
      const { data } = await api('POST /users/by-email', {
        body: { email, acceptTerms: true, captchaToken: token, platform: 'web' },
      });
      // The session is a long one, because the account has no password for another login.
      giveConsent(query);
      session.enter(data, true);
      onEntered?.();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  const getError = (field: string) => (problem?.field === field ? problem.text : undefined);
  const isMailed = failure instanceof ApiError && failure.code === 'SR4093';
  return (
    <>
      <FormNotice
        problem={failure && !isMailed ? describeError(failure, loginPath) : undefined}
        success={isMailed && <FailureText text={errorText(failure)} />}
      />
      {isMailed ? (
        <Button kind="secondary" onClick={() => setFailure(undefined)}>
          Usar otro email
        </Button>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={submit}
          ref={prepareCaptcha}
          onInput={() => setProblem(undefined)}
        >
          <TextInput
            label="Email"
            name="email"
            type="email"
            required
            data-focus={isBrief || undefined}
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            hint="Ahora no necesitas contraseña: con el email que te enviaremos podrás elegir una."
            value={email}
            error={getError('email')}
            onChange={(event) => setEmail(event.target.value)}
          />
          {!isBrief && <TermsCheckbox checked={terms} error={getError('terms')} onChange={setTerms} />}
          <ConsentCheckbox query={query} checked={agreed} error={getError('consent')} onChange={setAgreed} />
          {isBrief && <TermsByPaying />}
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        </form>
      )}
      <div className="flex flex-col items-center text-center text-small text-muted">
        <p>
          ¿Ya tienes cuenta?{' '}
          <Link to={loginPath} className={linkLook}>
            Inicia sesión
          </Link>
        </p>
        <Link to={{ pathname: paths.subscription, search: `?${query}` }} className={linkLook}>
          Prefiero crear mi cuenta completa
        </Link>
      </div>
    </>
  );
}

/** Describes the error, with a link to the login for an account that exists. */
function describeError(error: unknown, loginPath: string): ErrorText | string {
  if (error instanceof CaptchaError) return describeMissingCaptcha(error);
  const { markup, reference } = describeAccountError(error);
  return { markup: markup.replace('Inicia sesión', `<a href="${loginPath}">Inicia sesión</a>`), reference };
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4';
