/** A recording's player; who has not paid sees the match with its price instead. */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { Vod } from '../../../../shared/contract/vod.ts';
import { buyHash } from '../../../../shared/domain/pages.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { useConfig } from '../../../lib/config-context.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { MatchPaywall } from '../../money/payments/match-paywall.tsx';
import { readPrice } from '../../money/payments/match-price.ts';
import { Offer } from '../../money/payments/plans.tsx';
import type { Sale } from '../../money/payments/sale.ts';
import type { useVodViewing } from '../../viewing/library/use-vod-viewing.ts';
import { Stage } from '../../viewing/playback/stage.tsx';
import { createScoreboard } from '../../viewing/scoreboard/player-scoreboard.tsx';

const FreePreview = lazy(() =>
  import('../../recordings/clips/free-preview.tsx').then((module) => ({ default: module.FreePreview })),
);
const RecordingEndScreen = lazyPart(
  async () => (await import('../../viewing/next/recording-end-screen.tsx')).RecordingEndScreen,
);

interface Props {
  vod: Vod;
  sale: Sale | undefined;
  hasPaywall: boolean;
  isPaymentPending: boolean;
  viewing: ReturnType<typeof useVodViewing>['stage'];
  renew: () => Promise<string | undefined>;
}

export function VodStage({ vod, sale, hasPaywall, isPaymentPending, viewing, renew }: Props) {
  const { search } = useLocation();
  const { prices } = useConfig();
  const next = sale
    ? { to: { search, hash: buyHash }, text: `Seguir viendo por ${formatPrice(readPrice(prices, sale.match))}` }
    : { to: { search, hash: '#planes' }, text: 'Seguir viendo' };
  if (hasPaywall && vod.sportEvent)
    return (
      <MatchPaywall event={vod.sportEvent} poster={vod.thumbnail} sale={sale}>
        <Suspense fallback={null}>
          <FreePreview vodId={vod.id} title={vod.title} next={next} />
        </Suspense>
      </MatchPaywall>
    );
  return (
    <Stage
      itemKey={vod.id}
      playback={vod.playback}
      title={vod.title}
      poster={vod.thumbnail}
      sport={vod.sport}
      isPaymentPending={isPaymentPending}
      teaser={(lock) => (
        <Suspense fallback={lock}>
          <FreePreview vodId={vod.id} title={vod.title} lock={lock} next={next} />
        </Suspense>
      )}
      offer={<Offer sale={sale} />}
      adClubIds={vod.clubs.map((club) => club.id)}
      renew={renew}
      scoreboard={createScoreboard(vod.sportEvent, vod.id)}
      afterEnd={<RecordingEndScreen key={vod.id} vod={vod} />}
      {...viewing}
    />
  );
}
