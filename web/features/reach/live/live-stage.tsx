/** A live's player; who has not paid sees the match with its price instead. */
import type { ReactNode } from 'react';
import { MatchPaywall } from '../../money/payments/match-paywall.tsx';
import { Offer } from '../../money/payments/plans.tsx';
import type { Sale } from '../../money/payments/sale.ts';
import { Stage } from '../../viewing/playback/stage.tsx';
import { createScoreboard } from '../../viewing/scoreboard/player-scoreboard.tsx';
import { type LoadedLiveView, toItemKey } from './use-live-view.ts';

export function LiveStage({
  view,
  sale,
  hasPaywall,
  idleNotice,
}: {
  view: LoadedLiveView;
  sale: Sale | undefined;
  hasPaywall: boolean;
  idleNotice: ReactNode;
}) {
  const { live, watched, payment, marks, playhead, onRewind, onEnded, renew } = view;
  if (hasPaywall && live.sportEvent)
    return <MatchPaywall event={live.sportEvent} poster={live.thumbnail} sale={sale} />;
  const { fromStartUrl } = watched.playback;
  // If it is about the same broadcast, the current response has ranges withdrawn since the viewer rewound.
  const isSameBroadcast = live.startedAt === watched.startedAt && live.playback.fromStartUrl !== undefined;
  const withdrawn = (isSameBroadcast ? live : watched).playback.withdrawnDates;
  return (
    <Stage
      itemKey={toItemKey(watched)}
      playback={watched.playback}
      title={watched.title}
      poster={watched.thumbnail}
      sport={live.sport}
      isPaymentPending={payment.state !== 'none'}
      idleNotice={idleNotice}
      offer={<Offer sale={sale} />}
      live
      startedAt={watched.startedAt}
      {...(fromStartUrl && watched.startedAt
        ? { fromStart: { url: fromStartUrl, startedAt: watched.startedAt, onRewind, withdrawn }, marks }
        : {})}
      adClubIds={watched.clubs.map((club) => club.id)}
      renew={renew}
      scoreboard={createScoreboard(watched.sportEvent)}
      playhead={playhead}
      onEnded={onEnded}
    />
  );
}
