/** The plans beside those of the paywall, one line each; those that the user has already, or cannot buy, are left out. */
import { Link, useLocation } from 'react-router-dom';
import { describeScreens } from '../../../../shared/domain/order.ts';
import { isCovered, isPass, nameProduct, type ProductType, plans, toRights } from '../../../../shared/domain/plans.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { findSalesReopening, seasonEnd } from '../../../../shared/domain/season.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { formatLastDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';
import { useSession } from '../../../session/session.tsx';
import { Icon } from '../../../ui/icon.tsx';

interface Club {
  id: string;
  name: string;
}

interface PlanLine {
  product: ProductType;
  club?: Club;
}

interface Props {
  title: string;
  clubs?: readonly Club[];
  only?: readonly ProductType[];
  redirectUrl?: string;
  note?: string | undefined;
}

/** `clubs`: those whose passes are offered. `only`: shows these products alone. */
export function MorePlans({ title, clubs = [], only, redirectUrl, note }: Props) {
  const lines = useMorePlans(clubs).filter(({ product }) => !only || only.includes(product));
  const { pathname, search } = useLocation();
  if (lines.length === 0) return null;
  return (
    <div className="mt-6 flex flex-col gap-3">
      <h3 className="font-body text-body font-semibold">{title}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
        {lines.map((line) => (
          <PlanRow key={line.product + line.club?.id} {...line} redirectUrl={redirectUrl ?? pathname + search} />
        ))}
      </ul>
      {note && <p className="text-small text-muted">{note}</p>}
    </div>
  );
}

function PlanRow({ product, club, redirectUrl }: PlanLine & { redirectUrl: string }) {
  const { prices } = useConfig();
  const to = withQuery(paths.subscription, {
    source: 'subscription',
    productType: product,
    redirectUrl,
    ...(club && { clubId: club.id }),
  });
  return (
    <li>
      <Link to={to} className="group flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-raised">
        <span className="min-w-0 grow">
          <span className="block font-semibold break-words">{nameProduct(product, club)}</span>
          <span className="block text-small text-muted">{useDescription(product)}</span>
        </span>
        <span className="shrink-0 text-right">
          <span className="block font-heading text-lead font-extrabold tabular-nums">
            {formatPrice(prices[plans[product].price] ?? 0)}
          </span>
          <span className="block text-note text-muted">{isPass(product) ? 'un solo pago' : 'al mes'}</span>
        </span>
        <span className="text-muted group-hover:text-text">
          <Icon name="right" size={20} />
        </span>
      </Link>
    </li>
  );
}

function useDescription(product: ProductType): string {
  const { familyScreens, seasonLastDay } = useConfig();
  if (product === 'PT_FAMILY') return `Todo, como la suscripción. ${describeScreens(familyScreens)}`;
  const end = `hasta el ${formatLastDay(new Date(seasonEnd(Date.now(), seasonLastDay)).toISOString())}`;
  const what = product === 'PT_CLUB_PASS' ? 'Todos sus partidos' : 'Todos los partidos';
  return `${what} ${end}`;
}

function useMorePlans(clubs: readonly Club[]): PlanLine[] {
  const { prices, seasonLastDay } = useConfig();
  const { user, isLoggedIn } = useSession();
  const isStaff = user?.role === 'ADMIN' || user?.role === 'CLUB_STAFF';
  if (isStaff || findSalesReopening(Date.now(), seasonLastDay)) return [];
  const rights = isLoggedIn && user ? toRights(user, user.sportEvents) : [];
  const lines: PlanLine[] = [
    ...clubs.map((club) => ({ product: 'PT_CLUB_PASS' as const, club })),
    { product: 'PT_SEASON' },
    { product: 'PT_FAMILY' },
  ];
  return lines.filter(
    ({ product, club }) =>
      prices[plans[product].price] && !isCovered(rights, { product, clubIds: club ? [club.id] : [] }),
  );
}
