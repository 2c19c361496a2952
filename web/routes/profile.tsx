/**
 * /profile: the account in sections, each with its own address. The list of sections is beside the section, or on
 * phones below the overview.
 */
import type { ComponentType, ReactNode } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import type { User } from '../../shared/contract/user.ts';
import { MorePlans } from '../features/money/payments/more-plans.tsx';
import { PaymentNotice } from '../features/money/payments/payment-notice.tsx';
import { usePaymentReturn } from '../features/money/payments/use-payment-return.ts';
import { ContactForm } from '../features/people/accounts/contact-form.tsx';
import { FirstPassword } from '../features/people/accounts/first-password.tsx';
import { Orders } from '../features/people/accounts/orders.tsx';
import { PasswordForm } from '../features/people/accounts/password-form.tsx';
import { Payments } from '../features/people/accounts/payments.tsx';
import { Privacy } from '../features/people/accounts/privacy.tsx';
import { Purchases } from '../features/people/accounts/purchases.tsx';
import { ClubPasses, Subscription } from '../features/people/accounts/subscription.tsx';
import { usePortalReturn } from '../features/people/accounts/use-portal-return.ts';
import { cx } from '../lib/class-names.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useMedia } from '../lib/use-media.ts';
import { useTitle } from '../lib/use-title.ts';
import { useResultsSetting } from '../session/results-setting.ts';
import { useSession } from '../session/session.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

const AlertSettings = lazyPart(
  async () => (await import('../features/reach/alerts/alert-settings.tsx')).AlertSettings,
  <div className="min-h-80" />,
);

const OwnCalendar = lazyPart(
  async () => (await import('../features/reach/calendars/own-calendar.tsx')).OwnCalendar,
  <div className="min-h-32" />,
);

interface Part {
  /** Path segment after /profile/. */
  path: string;
  name: string;
  about: string;
  /** True if its content is one section, for which the page's heading is enough. */
  isOneSection?: true;
  Content: ComponentType<{ user: User }>;
}

const first: Part = { path: '', name: 'Resumen', about: '', Content: Overview };

const others: readonly Part[] = [
  { path: 'datos', name: 'Tus datos', about: 'Teléfono, DNI y dirección', isOneSection: true, Content: ContactForm },
  { path: 'pagos', name: 'Pagos y recibos', about: 'Lo que has pagado, y tu tarjeta', Content: PaymentData },
  { path: 'avisos', name: 'Avisos', about: 'De qué te avisamos, y dónde', isOneSection: true, Content: AlertSettings },
  {
    path: 'calendario',
    name: 'Calendario',
    about: 'Tus clubes en el calendario del móvil',
    isOneSection: true,
    Content: OwnCalendar,
  },
  { path: 'preferencias', name: 'Resultados y televisión', about: 'Cómo ves los partidos', Content: Preferences },
  {
    path: 'seguridad',
    name: 'Contraseña y privacidad',
    about: 'Cambiarla, llevarte tus datos o eliminar la cuenta',
    Content: Security,
  },
];

export default function ProfilePage() {
  const { user } = useSession();
  const { part } = useParams();
  const { hash } = useLocation();
  // Old emails and bookmarks link to a section by hash.
  const wanted = others.find(({ path }) => path === (part ?? hash.slice(1)));
  if (!user) return <PageSpinner />;
  if (wanted?.path !== part) return <Navigate to={wanted ? paths.profilePart(wanted.path) : paths.profile} replace />;
  return <Profile user={user} part={wanted ?? first} />;
}

function Profile({ user, part }: { user: User; part: Part }) {
  const { name, Content } = part;
  useTitle(part === first ? 'Mi cuenta' : `${name} · Mi cuenta`);
  const isWide = useMedia(wide);
  return (
    <div className="mx-auto flex w-full max-w-256 gap-12 px-gutter py-6 sm:py-10">
      {isWide && <PartsBeside current={part} />}
      <div className="flex min-w-0 max-w-180 flex-1 flex-col gap-6">
        {part === first ? (
          <div>
            <h1 className="text-title">{`${user.name} ${user.surname}`.trim() || 'Mi cuenta'}</h1>
            <p className="mt-1 break-all text-muted">{user.email}</p>
          </div>
        ) : (
          <div>
            {!isWide && (
              <Link
                to={paths.profile}
                className="mb-2 -ml-1.5 inline-flex min-h-11 items-center gap-1 rounded-sm pr-2 font-semibold text-muted hover:text-text"
              >
                <Icon name="left" />
                Perfil
              </Link>
            )}
            <h1 className="text-title">{name}</h1>
          </div>
        )}
        {part.isOneSection ? (
          <Section title={name} isOnly>
            <Content user={user} />
          </Section>
        ) : (
          <Content user={user} />
        )}
        {part === first && !isWide && <PartsBelow />}
      </div>
    </div>
  );
}

/** Media query for the list of sections beside a section. */
const wide = '(width >= 56rem)';

function PartsBeside({ current }: { current: Part }) {
  return (
    <nav aria-label="Mi cuenta" className="w-56 shrink-0">
      <ul className="sticky top-26 -ml-3 flex flex-col gap-1">
        {[first, ...others].map((part) => (
          <li key={part.path}>
            <Link
              to={getPath(part)}
              aria-current={part === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center rounded-md px-3 font-semibold transition-colors',
                part === current ? 'bg-raised' : 'text-muted hover:text-text',
              )}
            >
              {part.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PartsBelow() {
  return (
    <nav aria-label="Mi cuenta">
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {others.map((part) => (
          <li key={part.path}>
            <Link
              to={getPath(part)}
              className="flex min-h-16 items-center gap-3 px-5 py-3 -outline-offset-2! transition-colors hover:bg-raised"
            >
              <span className="mr-auto min-w-0">
                <span className="block font-semibold">{part.name}</span>
                <span className="block text-small text-muted">{part.about}</span>
              </span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const getPath = ({ path }: Part) => (path ? paths.profilePart(path) : paths.profile);

function Section({ title, isOnly = false, children }: { title: string; isOnly?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      {!isOnly && <h2 className="mb-4 text-lead">{title}</h2>}
      {children}
    </section>
  );
}

function Overview({ user }: { user: User }) {
  const hasSubscription = user.subscription !== null && !user.subscription.error;
  const payment = usePaymentReturn(hasSubscription || (user.passes?.length ?? 0) > 0);
  const isChecking = usePortalReturn();
  return (
    <>
      <Section title="Suscripción">
        {payment.state === 'none' ? (
          <>
            <Subscription user={user} isChecking={isChecking} />
            <ClubPasses user={user} />
            <MorePlans
              title={user.role === 'REGULAR_SUBSCRIBER' ? 'Cambiar de plan' : 'Otros planes'}
              redirectUrl={paths.profile}
              note={isMonthly(user) ? 'Si cambias, te devolvemos los días que te queden del mes pagado.' : undefined}
            />
          </>
        ) : (
          <PaymentNotice {...payment} />
        )}
      </Section>
      <Section title="Partidos comprados">
        <Purchases user={user} />
      </Section>
    </>
  );
}

const isMonthly = ({ role, subscription }: User) =>
  role === 'REGULAR_SUBSCRIBER' && subscription?.provider === 'stripe' && !subscription.plan;

function PaymentData({ user }: { user: User }) {
  return (
    <>
      <Section title="Pagos y recibos">
        <Payments user={user} />
      </Section>
      <Section title="Pedidos y condiciones">
        <Orders />
      </Section>
    </>
  );
}

function Preferences({ user }: { user: User }) {
  const [hidden, hide] = useResultsSetting();
  return (
    <>
      <Section title="Resultados">
        <Checkbox
          label="Ocultar resultados: ninguna página te dirá cómo acabó un partido antes de verlo"
          checked={hidden}
          onChange={(event) => hide(event.target.checked)}
        />
      </Section>
      {/* Staff accounts cannot log in on televisions. */}
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
    </>
  );
}

function Security({ user }: { user: User }) {
  return (
    <>
      <Section title="Contraseña">
        {user.hasPassword === false ? <FirstPassword email={user.email} /> : <PasswordForm />}
      </Section>
      <Section title="Privacidad">
        <Privacy />
      </Section>
    </>
  );
}
