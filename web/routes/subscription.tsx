/**
 * /subscription: collects the data that a payment needs. New users sign up here; users with an account add what is
 * missing.
 */
import { type FormEvent, useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { isPass } from '../../shared/domain/plans.ts';
import { EventBenefits } from '../features/money/payments/event-benefits.tsx';
import { Order } from '../features/money/payments/order.tsx';
import { getProductType, toPaymentPath } from '../features/money/payments/return-path.ts';
import { describeAccountError } from '../features/people/accounts/account-errors.ts';
import { AccountLayout, Benefits, FormNotice, Steps } from '../features/people/accounts/account-layout.tsx';
import {
  type Contact,
  emptyBasic,
  emptySecurity,
  type Problem,
  validateBasic,
  validateContact,
  validateSecurity,
} from '../features/people/accounts/account-validation.ts';
import { toContact } from '../features/people/accounts/contact-values.ts';
import { focusField } from '../features/people/accounts/focus-field.ts';
import { signUp, toContactBody } from '../features/people/accounts/sign-up.ts';
import { BasicStep, ContactStep, SecurityStep } from '../features/people/accounts/steps.tsx';
import { api, type ErrorText } from '../lib/api.ts';
import { prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { toSafePath, withQuery } from '../lib/safe-path.ts';
import { useGoBack } from '../lib/use-go-back.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function SubscriptionPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const loaded = useOwnData();
  // True once the data is saved. The data is then complete, which would redirect to the payment a second time.
  const [saved, setSaved] = useState(false);
  const { user } = session;
  if (saved || session.loading || (session.isLoggedIn && !(loaded && user))) return <PageSpinner />;
  // A subscriber may change to a plan that gives more; the server says whether it does.
  const isSame = ['PT_MONTHLY', 'PT_SPORT_EVENT'].includes(getProductType(query));
  if (user?.role === 'REGULAR_SUBSCRIBER' && isSame) {
    return <Navigate to={withQuery(paths.home, { showSubscriptionBanner: 'true' })} replace />;
  }
  const stored = toContact(user);
  if (user && Object.values(stored).every((value) => value !== '')) {
    return <Navigate to={{ pathname: paths.payment, search: `?${query}` }} replace />;
  }
  return user ? <KnownUser key="known" contact={stored} onSaved={() => setSaved(true)} /> : <NewUser key="new" />;
}

/**
 * Reloads the user's data, because the stored data may be older than a payment or a change on another device. Returns
 * true once it is loaded.
 */
function useOwnData(): boolean {
  const { isLoggedIn, refresh } = useSession();
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isLoggedIn) refresh().finally(() => setLoaded(true));
  }, [isLoggedIn, refresh]);
  return loaded;
}

function KnownUser({ contact: known, onSaved }: { contact: Contact; onSaved: () => void }) {
  const { refresh } = useSession();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [contact, setContact] = useState(known);
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<ErrorText | string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = validateContact(contact);
    setProblem(problems);
    setFailure(undefined);
    if (problems) return focusField(event.currentTarget, problems.field);
    setBusy(true);
    try {
      await api('PATCH /users/me', { body: toContactBody(contact) });
      onSaved();
      navigate(toPaymentPath(query), { replace: true });
      await refresh();
    } catch (error) {
      setFailure(describeAccountError(error));
      setBusy(false);
    }
  }

  return (
    <AccountLayout
      title="Tus datos de facturación"
      intro="Solo te los pedimos una vez."
      aside={<Aside query={query} />}
    >
      <Order query={query} />
      <FormNotice problem={failure} />
      <form noValidate className="flex flex-col gap-5" onSubmit={submit} onInput={() => setProblem(undefined)}>
        <ContactStep values={contact} onChange={setContact} problem={problem} />
        <Button type="submit" busy={busy}>
          Continuar
        </Button>
      </form>
    </AccountLayout>
  );
}

function NewUser() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const goBack = useGoBack(toSafePath(query.get('redirectUrl')) ?? paths.home);
  const [step, setStep] = useState(0);
  const [basic, setBasic] = useState(emptyBasic);
  const [club, setClub] = useState<{ id: string; name: string }>();
  const [contact, setContact] = useState(toContact(undefined));
  const [security, setSecurity] = useState(emptySecurity);
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<ErrorText | string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const checks = [() => validateBasic(basic), () => validateContact(contact), () => validateSecurity(security)];
    const problems = checks[step]?.();
    setProblem(problems);
    setFailure(undefined);
    if (problems) return focusField(event.currentTarget, problems.field);
    if (step < 2) return setStep(step + 1);
    setBusy(true);
    const failed = await signUp(basic, security, contact);
    setBusy(false);
    if (failed) return setFailure(failed);
    // The login comes first, because a payment needs a session.
    navigate(withQuery(paths.login, { source: 'signup', redirectTo: toPaymentPath(query) }), { replace: true });
  }

  return (
    <AccountLayout title="Crea tu cuenta" intro="Tres pasos y a ver el partido." aside={<Aside query={query} />}>
      <Order query={query} />
      <Steps names={['Tus datos', 'Contacto', 'Seguridad']} current={step} />
      <FormNotice problem={failure} />
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submit}
        ref={prepareCaptcha}
        onInput={() => setProblem(undefined)}
      >
        {step === 0 && <BasicStep values={basic} onChange={setBasic} problem={problem} club={club} onClub={setClub} />}
        {step === 1 && <ContactStep values={contact} onChange={setContact} problem={problem} />}
        {step === 2 && <SecurityStep values={security} onChange={setSecurity} problem={problem} email={basic.email} />}
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => (step === 0 ? goBack() : setStep(step - 1))}>
            Atrás
          </Button>
          <Button type="submit" className="grow" busy={busy}>
            {step === 2 ? 'Ir al pago' : 'Continuar'}
          </Button>
        </div>
      </form>
      <p className="text-center text-small text-muted">
        ¿Ya tienes cuenta?{' '}
        <Link
          to={withQuery(paths.login, { redirectTo: toPaymentPath(query) })}
          className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
        >
          Inicia sesión
        </Link>
      </p>
    </AccountLayout>
  );
}

function Aside({ query }: { query: URLSearchParams }) {
  if (query.get('source') === 'ppv') return <EventBenefits />;
  const product = getProductType(query);
  return (
    <Benefits
      title={product === 'PT_MONTHLY' ? 'Con tu suscripción' : 'Con tu plan'}
      lines={[
        product === 'PT_CLUB_PASS' ? 'Todos los partidos de tu club' : 'Todos los directos y partidos en diferido',
        'Hasta el final de la temporada',
        isPass(product) ? 'Un solo pago, sin renovación' : 'Cancela cuando quieras',
      ]}
    />
  );
}
