/** The product and its price, above the steps of the subscription wizard and while the payment page opens. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeScreens } from '../../../../shared/domain/order.ts';
import { nameProduct, plans } from '../../../../shared/domain/plans.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { clubQuery } from '../../../lib/club-query.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { formatEventRange } from '../../league/events/event-state.tsx';
import { useSportEvent } from '../../league/events/queries.ts';
import { readPrice } from './match-price.ts';
import { getProductType } from './return-path.ts';
import type { SoldMatch } from './sale.ts';

/** `match`: the match that the page below has loaded. */
export function Order({ query, match }: { query: URLSearchParams; match?: SoldMatch }) {
  const { prices, familyScreens } = useConfig();
  const eventId = query.get('sportEventId');
  if (getProductType(query) === 'PT_MONTHLY') {
    return (
      <Line
        name="Suscripción"
        detail="Cada mes, hasta el final de la temporada"
        price={prices.monthly}
        period="al mes"
      />
    );
  }
  const product = getProductType(query);
  const price = prices[plans[product].price] ?? 0;
  if (product === 'PT_SPORT_EVENT') return eventId ? <EventLine id={eventId} match={match} /> : null;
  if (product === 'PT_CLUB_PASS') return <ClubLine id={query.get('clubId') ?? ''} price={price} />;
  const isFamily = product === 'PT_FAMILY';
  return (
    <Line
      name={nameProduct(product)}
      detail={
        isFamily
          ? `Todo, en ${describeScreens(familyScreens).toLowerCase()}`
          : 'Todos los directos y partidos en diferido'
      }
      price={price}
      {...(isFamily && { period: 'al mes' })}
    />
  );
}

function ClubLine({ id, price }: { id: string; price: number }) {
  const { data, isPending } = useQuery({ ...clubQuery(id), enabled: id !== '' });
  return (
    <Line
      name={data || !isPending ? nameProduct('PT_CLUB_PASS', data) : <Loading what="el club" />}
      detail="Todos sus partidos, en directo y grabados"
      price={price}
    />
  );
}

function EventLine({ id, match }: { id: string; match: SoldMatch | undefined }) {
  const { prices } = useConfig();
  const { data = match, isPending } = useSportEvent(id);
  // A failed query must not block the purchase: the payment page names the match too.
  return (
    <Line
      name={data?.title ?? (isPending ? <Loading what="el partido" /> : 'Un partido')}
      detail={data ? formatEventRange(data) : ''}
      price={readPrice(prices, data)}
    />
  );
}

const Loading = ({ what }: { what: string }) => (
  <span className="block h-5 w-3/4 animate-pulse rounded-sm bg-raised">
    <span className="sr-only">Cargando {what}</span>
  </span>
);

function Line({ name, detail, price, period }: { name: ReactNode; detail: string; price: number; period?: string }) {
  return (
    <section
      aria-label="Tu compra"
      className="flex items-center gap-4 rounded-lg border border-line bg-surface p-4 text-left"
    >
      <div className="flex min-h-11 min-w-0 grow flex-col justify-center">
        <p className="line-clamp-2 font-semibold break-words">{name}</p>
        <p className="text-small text-muted">{detail}</p>
      </div>
      <p className="flex shrink-0 flex-col items-end">
        <span className="font-heading text-title font-extrabold whitespace-nowrap tabular-nums">
          {formatPrice(price)}
        </span>
        <span className="text-right text-note text-muted">{period && `${period}, `}IVA incluido</span>
      </p>
    </section>
  );
}
