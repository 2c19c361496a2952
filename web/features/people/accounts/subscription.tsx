/** The subscription's state and problems, with links to start or manage it. */
import { Link } from 'react-router-dom';
import type { User } from '../../../../shared/contract/user.ts';
import { describeScreens } from '../../../../shared/domain/order.ts';
import { nameProduct } from '../../../../shared/domain/plans.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { formatLastDay, formatLastDayOfYear, formatLongDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { CardButton } from './card-button.tsx';

/** Plans of one club, which last until the season's end. */
export function ClubPasses({ user: { passes = [] } }: { user: User }) {
  const clubPasses = passes.filter(({ club }) => club !== null);
  if (clubPasses.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-col divide-y divide-line border-t border-line">
      {clubPasses.map(({ product, club, until }) => (
        <li key={club?.id} className="flex flex-wrap items-center gap-x-4 py-2">
          <Link
            to={paths.club(club?.id ?? '')}
            className="mr-auto inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
          >
            {nameProduct(product, club)}
          </Link>
          <span className="text-small text-muted">Pago único · Hasta el {formatLastDay(until)}</span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  user: User;
  isChecking?: boolean;
}

/** `isChecking`: the user may have changed it at the provider, so its end is not known yet. */
export function Subscription({ user: { role, subscription, passes }, isChecking = false }: Props) {
  const { partnerName } = useConfig();
  const pay = withQuery(paths.payment, { productType: 'PT_MONTHLY' });
  if (!subscription && role === 'CLUB_STAFF') {
    return <p className="text-muted">Como personal de tu club, ya puedes ver todo lo que juega.</p>;
  }
  if (!subscription && role === 'ADMIN') return <p className="text-muted">Puedes ver todos los partidos.</p>;
  if (!subscription) {
    const hasPass = (passes?.length ?? 0) > 0;
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="mr-auto text-muted">
          {hasPass ? 'Tu abono no incluye los demás clubes.' : 'No tienes ninguna suscripción.'}
        </p>
        <LinkButton to={withQuery(paths.subscription, { source: 'subscription', redirectUrl: paths.profile })}>
          Suscribirme
        </LinkButton>
      </div>
    );
  }
  // A subscription that its owner cancelled has no problem when its last month ends.
  const hasProblem = subscription.error && !subscription.cancelled;
  const isSeason = subscription.plan === 'PT_SEASON';
  const provider =
    { partner: partnerName, stripe: 'Tarjeta', cantera: 'Cantera TV' }[subscription.provider] ?? subscription.provider;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-2 text-small sm:grid-cols-3">
        {subscription.plan && <Fact name="Plan" value={nameProduct(subscription.plan)} />}
        <Fact name="Se paga con" value={isSeason ? 'Pago único' : provider} />
        <Fact name="Desde" value={formatLongDate(subscription.from)} />
        <Fact name="Hasta" value={isChecking ? '…' : formatLastDay(subscription.to)} />
        {subscription.screens && <Fact name="Se ve" value={describeScreens(subscription.screens)} />}
      </dl>
      {(isChecking || !hasProblem) && (
        <p role="status" className="text-small">
          {isChecking ? 'Comprobando los cambios…' : describeRenewal(subscription)}
        </p>
      )}
      {!isChecking && hasProblem && subscription.error && (
        <div role="status" className="flex flex-wrap items-center gap-4 rounded-md border border-danger p-4 text-small">
          <p className="mr-auto font-medium">{describeSubscriptionError(subscription.error.type)}</p>
          {subscription.error.url ? (
            <a href={subscription.error.url} className="font-semibold underline underline-offset-4">
              Resolver problema
            </a>
          ) : (
            <TextLink to={pay}>Resolver problema</TextLink>
          )}
        </div>
      )}
      {subscription.cancelled && subscription.error ? (
        <LinkButton to={pay} className="self-start">
          Volver a suscribirme
        </LinkButton>
      ) : (
        !isSeason && <CardButton subscription={subscription} />
      )}
    </div>
  );
}

function describeRenewal({ renewal, to, provider, cancelled, error }: NonNullable<User['subscription']>): string {
  if (cancelled && error) return `Terminó el ${formatLastDayOfYear(to)}, como pediste.`;
  if (cancelled) return `Has cancelado. Lo verás todo hasta el ${formatLastDayOfYear(to)}.`;
  const end = `Termina el ${formatLastDay(to)}`;
  if (provider !== 'stripe') return `No te cuesta nada. ${end}.`;
  return renewal
    ? `Se renueva el ${formatLongDate(renewal.at)} por ${formatPrice(renewal.amount / 100)}. ${end}, con la temporada.`
    : `${end}. No se te cobrará nada más.`;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="max-sm:flex max-sm:justify-between max-sm:gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

const texts: Record<string, string> = {
  PDS_EXPIRED: 'La suscripción ha expirado. Por favor, renueva para continuar.',
  PDS_STRIPE_DISPUTE_CLOSED: 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.',
  PDS_STRIPE_CANCELLED: 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.',
  PDS_GOOGLE_VOIDED: 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.',
};

const unknown = 'Ocurrió un problema con la suscripción. Por favor, contacta con soporte.';

const describeSubscriptionError = (type: string) => (Object.hasOwn(texts, type) && texts[type]) || unknown;
