/** 'Así siguió': leads to the match of a clip. Viewers without access see its price while it can be watched. */
import { Link } from 'react-router-dom';
import type { PublicClip } from '../../../../shared/contract/clip.ts';
import { buyHash } from '../../../../shared/domain/pages.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../session/session.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { canWatch } from '../../league/events/can-watch.ts';
import { useEventLives } from '../../league/events/queries.ts';
import { readPrice } from '../../money/payments/match-price.ts';

export function MatchOffer({ clip: { vod, sportEvent: event } }: { clip: Pick<PublicClip, 'vod' | 'sportEvent'> }) {
  const session = useSession();
  const { prices } = useConfig();
  const lives = useEventLives(vod ? undefined : event?.id);
  const isOnAir = (lives.data?.length ?? 0) > 0;
  // The recording; while the match is on air, its page.
  const target = vod ? paths.vod(vod.id) : isOnAir && event ? paths.event(event.id) : undefined;
  const access = event ? canWatch(session, event) : true;
  const isSold = target !== undefined && access === false && event?.state !== 'CANCELLED';
  if (!target && !event) return null;
  return (
    <section
      aria-labelledby="asi-siguio"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:flex-row sm:items-center sm:justify-between sm:p-6"
    >
      <div className="min-w-0">
        <h2 id="asi-siguio" className="text-lead">
          {isOnAir && !vod ? 'El partido sigue en directo' : 'Así siguió'}
        </h2>
        <p className="text-muted">
          {target
            ? 'El partido completo, con todas las jugadas marcadas.'
            : 'Todavía no se puede ver el partido completo.'}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-2">
        {target && (
          <LinkButton
            to={isSold ? `${target}${buyHash}` : vod && access ? `${target}?t=${Math.floor(vod.endsAt)}` : target}
          >
            {isSold ? `Ver por ${formatPrice(readPrice(prices, event))}` : 'Ver el partido'}
          </LinkButton>
        )}
        {event && (
          <Link
            to={paths.event(event.id)}
            className="inline-flex min-h-11 items-center text-small font-semibold underline underline-offset-4"
          >
            Ficha del partido
          </Link>
        )}
      </div>
    </section>
  );
}
