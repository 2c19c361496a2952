/** The three plans: free for customers of the partner, one event, monthly. */
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buyHash } from '../../../../shared/domain/pages.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { findSalesReopening } from '../../../../shared/domain/season.ts';
import { cx } from '../../../lib/class-names.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { formatLastDay } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { useSession } from '../../../session/session.tsx';
import { type ButtonKind, chooseButtonLook } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { readPrice } from './match-price.ts';
import { ReservationTerms } from './reservation-terms.tsx';
import type { Sale } from './sale.ts';

const BuySheet = lazyPart(async () => (await import('./buy-sheet.tsx')).BuySheet);

/** Below the first screen, so their code comes after it. */
export const LaterPlans = lazyPart(async () => (await import('./more-plans.tsx')).MorePlans);

interface Props {
  sale: Sale;
  kind?: ButtonKind;
  className?: string;
}

/** Opens the sheet: 'Ver por 1,99 €'. */
export function BuyButton({ sale, kind = 'primary', className }: Props) {
  const { prices } = useConfig();
  const { search } = useLocation();
  return (
    <Link
      to={{ search, hash: buyHash }}
      state={{ opened: true }}
      aria-haspopup="dialog"
      className={cx(chooseButtonLook(kind, 'medium'), className)}
    >
      {`${sale.isReservation ? 'Reservar' : 'Ver'} por ${formatPrice(readPrice(prices, sale.match))}`}
    </Link>
  );
}

interface PlanOffer {
  name: string;
  price: string;
  period?: string;
  lines: string[];
  action: string;
  to: string;
  /** The main button, if it is not the link, which is then below it. */
  main?: ReactNode;
  order: string;
  featured?: boolean;
}

/** Terms of a reservation, short enough for the card. */
const reservationLines = ['Si cambia de fecha, te sirve igual', 'Si no llega a verse, te devolvemos el dinero'];

/** Returns the plans that this user can choose; without an event on sale, there is no event plan. */
function usePlans(sale: Sale | undefined): { plans: PlanOffer[]; soldFrom: number | undefined } {
  const { prices, partnerName, partnerUrl, seasonLastDay, bizum } = useConfig();
  const { isLoggedIn, isClubStaff, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const here = pathname + search;
  const soldFrom = findSalesReopening(Date.now(), seasonLastDay);
  const plans: PlanOffer[] = [
    {
      name: 'Gratis',
      price: '0 €',
      lines: [`Incluido si eres cliente de ${partnerName}`, 'Hasta el final de la temporada'],
      action: isLoggedIn ? 'Saber más' : 'Ya soy cliente',
      to: isLoggedIn ? partnerUrl : `${paths.login}?${new URLSearchParams({ redirectTo: here + hash })}`,
      order: '@max-2xl:order-3',
    },
  ];
  if (sale) {
    const query = { source: 'ppv', sportEventId: sale.eventId, redirectUrl: here };
    plans.push({
      name: 'Solo este partido',
      price: formatPrice(readPrice(prices, sale.match)),
      lines: [
        ...(sale.isReservation ? reservationLines : []),
        'Hasta 90 días para verlo',
        'Sin compromiso',
        'IVA incluido',
        ...(bizum ? ['Con Bizum o tarjeta'] : []),
      ],
      // The primary button is over the picture.
      main: <BuyButton sale={sale} kind="secondary" className="@2xl:mt-auto" />,
      action: isLoggedIn ? 'Comprar con mis datos de facturación' : 'Prefiero crear mi cuenta completa',
      // A user without a password need never complete the account's data.
      to: user?.hasPassword === false ? '' : withQuery(paths.subscription, query),
      order: '@max-2xl:order-2',
    });
  }
  // Club staff cannot buy a subscription.
  if (!isClubStaff && soldFrom === undefined)
    plans.push({
      name: 'Suscripción',
      price: formatPrice(prices.monthly),
      period: 'al mes',
      lines: ['Todos los directos y partidos en diferido', 'Hasta el final de la temporada', 'IVA incluido'],
      action: 'Suscribirme',
      to: `${paths.subscription}?${new URLSearchParams({ source: 'subscription', redirectUrl: here })}`,
      order: '@max-2xl:order-1',
      featured: true,
    });
  return { plans, soldFrom };
}

/**
 * Reloads the user where a stored subscription has ended meanwhile, so that the navigation bar shows the problem. Plans
 * are shown only after the server has denied access.
 */
function useSubscriptionRefresh() {
  const { user, refresh } = useSession();
  const subscription = user?.subscription;
  const isSubscribed = subscription ? !subscription.error && Date.parse(subscription.to) > Date.now() : false;
  useEffect(() => {
    if (isSubscribed) refresh();
  }, [isSubscribed, refresh]);
}

export function Plans({ sale }: { sale: Sale | undefined }) {
  const { plans, soldFrom } = usePlans(sale);
  const { hash } = useLocation();
  useSubscriptionRefresh();
  return (
    <section aria-labelledby="planes" className="@container">
      <h2 id="planes" className="scroll-mt-4 text-title xl:@max-3xl:text-lead">
        Elige una de las siguientes opciones
      </h2>
      <ul className={cx('mt-4 grid grid-cols-1 gap-4', plans.length === 3 ? '@2xl:grid-cols-3' : '@2xl:grid-cols-2')}>
        {plans.map((plan) => (
          <Plan key={plan.name} {...plan} quiet={sale !== undefined} />
        ))}
      </ul>
      <LaterPlans title="O hasta el final de la temporada" clubs={sale?.clubs ?? []} />
      {soldFrom !== undefined && (
        <p className="mt-4 text-small text-muted">
          La temporada termina el {formatLastDay(new Date(soldFrom).toISOString())}: la suscripción vuelve al día
          siguiente, con la nueva.
        </p>
      )}
      {sale && hash === buyHash && <BuySheet sale={sale} />}
    </section>
  );
}

/** The button to buy, over the match's picture, with a link to the plans below. */
export function Offer({ sale }: { sale: Sale | undefined }) {
  const monthly = usePlans(sale).plans.find(({ featured }) => featured);
  const all = monthly && `${monthly.price} ${monthly.period}`;
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      {sale && <BuyButton sale={sale} className="sm:min-h-12 sm:px-7" />}
      {all && (
        <a
          href="#planes"
          className="inline-flex min-h-11 items-center px-3 text-small font-semibold underline underline-offset-4"
        >
          {sale ? `o todo por ${all}` : `Todo por ${all}`}
        </a>
      )}
      {sale?.isReservation && <ReservationTerms />}
    </div>
  );
}

export function Plan({
  name,
  price,
  period,
  lines,
  action,
  to,
  main,
  order,
  featured = false,
  quiet = false,
}: Omit<PlanOffer, 'order'> & {
  order?: string;
  /** True if another plan has the main button. */
  quiet?: boolean;
}) {
  const look = main
    ? belowLook
    : cx(chooseButtonLook(featured && !quiet ? 'primary' : 'secondary', 'medium'), '@2xl:mt-auto');
  return (
    <li
      className={cx(
        'flex flex-wrap items-center gap-3 rounded-lg border bg-surface p-4 @2xl:flex-col @2xl:items-stretch @2xl:p-6',
        featured ? 'border-accent' : 'border-line',
        order,
      )}
    >
      <div className="mr-auto @2xl:flex @2xl:flex-col @2xl:gap-3">
        <h3 className="font-body text-body font-semibold text-muted @max-2xl:text-small">{name}</h3>
        <p className="flex items-baseline gap-2">
          <span className="font-heading text-title font-extrabold tabular-nums">{price}</span>
          {period && <span className="text-small text-muted">{period}</span>}
        </p>
      </div>
      {/* In a single column, the list is below the line with price and button. */}
      <ul className="flex w-full flex-wrap gap-x-4 gap-y-1 text-small @max-2xl:order-1 @2xl:mb-3 @2xl:flex-col @2xl:gap-y-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <span className="mt-px text-muted">
              <Icon name="check" size={18} />
            </span>
            {line}
          </li>
        ))}
      </ul>
      {main}
      {to.startsWith('/') ? (
        <Link to={to} className={look}>
          {action}
        </Link>
      ) : (
        to && (
          <a href={to} target="_blank" rel="noopener noreferrer" className={look}>
            {action}
            <Icon name="external" size={16} />
          </a>
        )
      )}
    </li>
  );
}

const belowLook =
  '-mt-1 -mb-4 flex min-h-11 w-full items-center justify-center text-small font-semibold text-muted underline underline-offset-4 hover:text-text @max-2xl:order-1';
