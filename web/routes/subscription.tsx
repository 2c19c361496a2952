/**
 * /subscription: collects the data that a payment needs. New users sign up here; users with an account add what is
 * missing.
 */
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
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
  validateBasic,
  validateContact,
  validateSecurity,
} from '../features/people/accounts/account-validation.ts';
import { toContact, toContactBody } from '../features/people/accounts/contact-values.ts';
import { describeSignUpError, signUp } from '../features/people/accounts/sign-up.ts';
import { BasicStep, ContactStep, SecurityStep } from '../features/people/accounts/steps.tsx';
import { api } from '../lib/api.ts';
import { prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { toSafePath, withQuery } from '../lib/safe-path.ts';
import { useFields } from '../lib/use-fields.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';

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
  const form = useFields({
    empty: known,
    validate: validateContact,
    send: async (contact) => {
      await api('PATCH /users/me', { body: toContactBody(contact) });
      onSaved();
      navigate(toPaymentPath(query), { replace: true });
      await refresh();
    },
    toText: describeAccountError,
  });
  return (
    <AccountLayout
      title="Tus datos de facturación"
      intro="Solo te los pedimos una vez."
      aside={<Aside query={query} />}
    >
      <Order query={query} />
      <FormNotice problem={form.failure} />
      <form {...form.attributes}>
        <ContactStep form={form} />
        <Button type="submit" busy={form.phase === 'sending'}>
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
  const form = useFields({
    empty: { ...emptyBasic, ...toContact(undefined), ...emptySecurity },
    validate: (values) => [validateBasic, validateContact, validateSecurity][step]?.(values),
    next: step < 2 ? () => setStep(step + 1) : undefined,
    send: async (values) => {
      await signUp(values, values);
      // The login comes first, because a payment needs a session.
      navigate(withQuery(paths.login, { source: 'signup', redirectTo: toPaymentPath(query) }), { replace: true });
    },
    toText: describeSignUpError,
  });

  return (
    <AccountLayout title="Crea tu cuenta" intro="Tres pasos y a ver el partido." aside={<Aside query={query} />}>
      <Order query={query} />
      <Steps names={['Tus datos', 'Contacto', 'Seguridad']} current={step} />
      <FormNotice problem={form.failure} />
      <form {...form.attributes} ref={prepareCaptcha}>
        {step === 0 && <BasicStep form={form} />}
        {step === 1 && <ContactStep form={form} />}
        {step === 2 && <SecurityStep form={form} email={form.values.email} />}
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => (step === 0 ? goBack() : setStep(step - 1))}>
            Atrás
          </Button>
          <Button type="submit" className="grow" busy={form.phase === 'sending'}>
            {step === 2 ? 'Ir al pago' : 'Continuar'}
          </Button>
        </div>
      </form>
      <p className="text-center text-small text-muted">
        ¿Ya tienes cuenta?{' '}
        <TextLink to={withQuery(paths.login, { redirectTo: toPaymentPath(query) })} isTarget>
          Inicia sesión
        </TextLink>
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

/**
 * Returns a function that goes one step back in the tab's history, even to another site; without a history, to the
 * parent page.
 */
function useGoBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => (history.length > 1 ? navigate(-1) : navigate(parent));
}
