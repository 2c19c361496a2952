/** /profile (A-PROF): what was bought and until when, the subscription, contact data, password, privacy. */
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../../../shared/people/accounts.ts';
import { useConfig } from '../../../app/config-context.tsx';
import { useHideResults } from '../../../app/hide-results.ts';
import { paths } from '../../../app/paths.ts';
import { useSession } from '../../../app/session.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { formatLastDay, formatLongDate, formatPrice } from '../../../lib/format.ts';
import { leaveFor } from '../../../lib/leave.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { useAnchor } from '../../../lib/use-anchor.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { PaymentNotice } from '../../money/payments/payment-notice.tsx';
import { usePaymentReturn } from '../../money/payments/use-payment-return.ts';
import { ContactForm } from './contact-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Privacy } from './privacy.tsx';
import { subscriptionErrorText } from './subscription-text.ts';

const AlertSettings = lazy(() =>
  import('../../reach/alerts/alert-settings.tsx').then((module) => ({ default: module.AlertSettings })),
);

const OwnCalendar = lazy(() =>
  import('../../reach/calendars/own-calendar.tsx').then((module) => ({ default: module.OwnCalendar })),
);

export default function ProfilePage() {
  useTitle('Mi cuenta');
  const { user } = useSession();
  return user ? <Profile user={user} /> : <PageSpinner />;
}

function Profile({ user }: { user: User }) {
  useAnchor();
  const [hidden, hide] = useHideResults();
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-6 px-4 py-10">
      <div>
        <h1 className="text-title break-words">
          {user.name} {user.surname}
        </h1>
        <p className="mt-1 break-all text-muted">{user.email}</p>
      </div>
      <Section title="Suscripción">
        <Subscription user={user} />
      </Section>
      <Section title="Eventos comprados">
        <Purchases user={user} />
      </Section>
      <Section title="Pagos y recibos">
        <Payments hasCard={user.subscription?.provider === 'stripe'} />
      </Section>
      <Section title="Tus datos">
        <ContactForm user={user} />
      </Section>
      <Section title="Contraseña">
        <PasswordForm />
      </Section>
      <Section title="Avisos" id="avisos">
        <Suspense fallback={<div className="min-h-80" />}>
          <AlertSettings />
        </Suspense>
      </Section>
      <Section title="Calendario" id="calendario">
        <Suspense fallback={<div className="min-h-32" />}>
          <OwnCalendar />
        </Suspense>
      </Section>
      <Section title="Resultados">
        <Checkbox
          label="Ocultar resultados: ninguna página te dirá cómo acabó un partido antes de verlo"
          checked={hidden}
          onChange={(event) => hide(event.target.checked)}
        />
      </Section>
      {/* Staff keep off televisions (E-TV-3). */}
      {user.role.startsWith('REGULAR') && (
        <Section title="Televisión">
          <p className="mb-4 text-muted">
            Abre Cantera TV en tu televisión y entra con este móvil, sin escribir la contraseña.
          </p>
          <LinkButton to={paths.television} kind="secondary">
            Conectar una televisión
          </LinkButton>
        </Section>
      )}
      <Section title="Privacidad">
        <Privacy />
      </Section>
    </div>
  );
}

function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} className="scroll-mt-24 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 className="mb-4 text-lead">{title}</h2>
      {children}
    </section>
  );
}

function Subscription({ user: { role, subscription } }: { user: User }) {
  const { partnerName } = useConfig();
  const payment = usePaymentReturn(subscription !== null && !subscription.error);
  if (payment.state !== 'none') return <PaymentNotice {...payment} />;
  const pay = withQuery(paths.payment, { productType: 'PT_MONTHLY' });
  if (!subscription && role === 'CLUB_STAFF') {
    return <p className="text-muted">Como personal de tu club, ya puedes ver todo lo que juega.</p>;
  }
  if (!subscription && role === 'ADMIN') return <p className="text-muted">Puedes ver todos los partidos.</p>;
  if (!subscription) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="mr-auto text-muted">No tienes ninguna suscripción.</p>
        <LinkButton to={withQuery(paths.subscription, { source: 'subscription', redirectUrl: paths.profile })}>
          Suscribirme
        </LinkButton>
      </div>
    );
  }
  const provider =
    { partner: partnerName, stripe: 'Tarjeta', cantera: 'Cantera TV' }[subscription.provider] ?? subscription.provider;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-8 gap-y-3 text-small sm:grid-cols-3">
        <Fact name="Proveedor" value={provider} />
        <Fact name="Desde" value={formatLongDate(subscription.from)} />
        <Fact name="Hasta" value={formatLastDay(subscription.to)} />
      </dl>
      {subscription.error && (
        <div role="status" className="flex flex-wrap items-center gap-4 rounded-md border border-danger p-4 text-small">
          <p className="mr-auto font-medium">{subscriptionErrorText(subscription.error.type)}</p>
          {subscription.error.url ? (
            <a href={subscription.error.url} className="font-semibold underline underline-offset-4">
              Resolver problema
            </a>
          ) : (
            <Link to={pay} className="font-semibold underline underline-offset-4">
              Resolver problema
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

function Purchases({ user: { sportEvents } }: { user: User }) {
  if (sportEvents.length === 0) return <p className="text-muted">Todavía no has comprado ningún evento.</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {sportEvents.map(({ id, title, sport, until }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 py-2">
          <Link
            to={withQuery(sport === 'BASKET' ? paths.basket : paths.soccer, { search: title })}
            className="mr-auto inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
          >
            {title}
          </Link>
          <span className="text-small text-muted">Hasta el {formatLastDay(until)}</span>
        </li>
      ))}
    </ul>
  );
}

const statusText = {
  paid: 'Pagado',
  pending: 'Pendiente',
  refunded: 'Devuelto',
  disputed: 'En disputa',
  failed: 'Rechazado',
};

/** Somebody who has only bought matches has no card here to change and nothing to cancel. */
function Payments({ hasCard }: { hasCard: boolean }) {
  const payments = useQuery({
    queryKey: ['payments'],
    queryFn: async ({ signal }) => (await api('GET /users/me/payments', { signal })).data.payments,
  });
  async function openPortal() {
    try {
      const { data } = await api('POST /payments/stripe/portal');
      leaveFor(data.url);
    } catch (error) {
      toast.error(errorText(error));
    }
  }
  if (payments.isPending) return <p className="text-muted">Cargando…</p>;
  if (payments.isError) return <p className="text-muted">{errorText(payments.error)}</p>;
  if (payments.data.length === 0) return <p className="text-muted">Aquí aparecerán tus pagos y sus recibos.</p>;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line">
        {payments.data.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-4 py-2 text-small">
            <span className="mr-auto min-w-0">
              <span className="block truncate font-semibold">{payment.title}</span>
              <span className="text-muted">
                {formatLongDate(payment.date)} · {statusText[payment.status]}
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formatPrice(payment.amount / 100)}</span>
            {payment.receiptUrl && payment.status !== 'failed' && payment.status !== 'pending' && (
              <a
                href={payment.receiptUrl}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                Recibo<span className="sr-only"> de {payment.title}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {hasCard && (
        <Button kind="secondary" className="self-start" onClick={openPortal}>
          Cambiar tarjeta o cancelar
        </Button>
      )}
    </div>
  );
}
