/** /comprar: buys one match with nothing but an email. The query has the same parameters as the wizard's. */
import { type FormEvent, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { EmailField } from '../../shared/domain/account-forms.ts';
import { EventBenefits } from '../features/money/payments/event-benefits.tsx';
import { Order } from '../features/money/payments/order.tsx';
import { toPaymentPath } from '../features/money/payments/return-path.ts';
import { accountErrorText } from '../features/people/accounts/account-errors.ts';
import { AccountLayout, FormNotice } from '../features/people/accounts/account-layout.tsx';
import { findIssue, type Problem, validateTerms } from '../features/people/accounts/account-validation.ts';
import { focusField } from '../features/people/accounts/focus-field.ts';
import { TermsCheckbox } from '../features/people/accounts/terms.tsx';
import { ApiError, api } from '../lib/api.ts';
import { CaptchaError, getCaptchaToken, prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { useTitle } from '../lib/use-title.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextInput } from '../ui/text-input.tsx';

export default function BuyPage() {
  useTitle('Comprar partido');
  const { loading, isLoggedIn } = useSession();
  const [given] = useSearchParams();
  if (loading) return <PageSpinner />;
  if (!given.get('sportEventId'))
    return <Navigate to={{ pathname: paths.subscription, search: `?${given}` }} replace />;
  const query = new URLSearchParams(given);
  // Monthly subscriptions are not sold here.
  query.delete('productType');
  query.set('source', 'ppv');
  // Also the next step after the form below has created the session.
  if (isLoggedIn) return <Navigate to={toPaymentPath(query)} replace />;
  return <ByEmail query={query} />;
}

function ByEmail({ query }: { query: URLSearchParams }) {
  const session = useSession();
  const [email, setEmail] = useState('');
  const [terms, setTerms] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const loginPath = withQuery(paths.login, { redirectTo: toPaymentPath(query) });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const found = findIssue('email', EmailField, email) ?? validateTerms(terms);
    setProblem(found);
    setFailure(undefined);
    if (found) return focusField(event.currentTarget, found.field);
    setBusy(true);
    try {
      const token = await getCaptchaToken('signup');
      const { data } = await api('POST /users/by-email', {
        body: { email, acceptTerms: true, captchaToken: token, platform: 'web' },
      });
      // The server made this session a long one, because the account has no password to come back with.
      session.enter(data, true);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  const prepare = () => {
    prepareCaptcha().catch(() => undefined);
  };
  const getError = (field: string) => (problem?.field === field ? problem.text : undefined);
  const isMailed = failure instanceof ApiError && failure.code === 'SR4093';
  return (
    <AccountLayout
      title="Compra el partido"
      intro="Solo con tu email, en menos de un minuto."
      aside={<EventBenefits />}
    >
      <Order query={query} />
      <FormNotice
        problem={failure && !isMailed ? describeError(failure, loginPath) : undefined}
        success={isMailed && failure.message}
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
          onFocus={prepare}
          onInput={() => setProblem(undefined)}
        >
          <TextInput
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            hint="Ahora no necesitas contraseña: con el correo que te enviaremos podrás elegir una."
            value={email}
            error={getError('email')}
            onChange={(event) => setEmail(event.target.value)}
          />
          <TermsCheckbox checked={terms} error={getError('terms')} onChange={setTerms} />
          <Button type="submit" busy={busy}>
            Ir al pago
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
    </AccountLayout>
  );
}

/** Adds the login link to the message for existing accounts. */
function describeError(error: unknown, loginPath: string): string {
  if (error instanceof CaptchaError) return 'El captcha no está listo, vuelve a intentarlo';
  return accountErrorText(error).replace('Inicia sesión', `<a href="${loginPath}">Inicia sesión</a>`);
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4';
