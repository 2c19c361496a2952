/** What the page of a match knows: what there is of it, what was chosen to be seen, and whether it may be watched. */
import { useRef } from 'react';
import type { User } from '../../../../shared/contract/accounts.ts';
import type { SportEvent } from '../../../../shared/contract/events.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { usePage } from '../../../lib/use-page.ts';
import { useSession } from '../../../session/session.tsx';
import { useEventLives, useEventVods, useSportEvent } from '../../league/events/queries.ts';
import { useChoice } from '../../league/events/use-choice.ts';
import { useScore } from '../../league/events/use-score.ts';
import { useWatchable } from '../../league/events/use-watchable.ts';
import { usePaymentReturn } from '../../money/payments/use-payment-return.ts';
import { useVodViewing } from '../../viewing/library/use-vod-viewing.ts';
import { needsPlan } from '../../viewing/playback/stage.tsx';

export type EventView = ReturnType<typeof useEventView>;
/** Of a match that is there. */
export type KnownView = EventView & { event: SportEvent };

export function useEventView(id: string) {
  const { page, goTo } = usePage('videos');
  const { user } = useSession();
  const asked = useSportEvent(id);
  const failure = useFailure(asked);
  const event = asked.data;
  const lives = useEventLives(id);
  const firstVods = useEventVods(id, 1);
  const choice = useChoice(id, event, lives, firstVods);
  const { live, vod, isOnStage, showsClips, showsData } = choice;
  const vods = useEventVods(id, showsClips ? 1 : page);
  const watchable = useWatchable(live?.slug, vod?.id);
  const granted = watchable.data?.playback.granted ?? false;
  const staged = granted && isOnStage ? watchable.data : undefined;
  const viewing = useVodViewing(vod?.id, staged !== undefined);
  const seenLive = useRef('');
  if (live && staged?.live) seenLive.current = `${id} ${live.startedAt}`;
  // A live's picture is seconds behind: beside it the scoreboard over it tells each goal in time.
  const knowsStage = lives.isFetched && (watchable.isFetched || !watchable.isEnabled);
  const { score, reveal: revealScore } = useScore(knowsStage && !(live && staged) ? event : null);
  const holds = event && (granted || mayWatch(user, event));
  const settled = knowsStage && firstVods.isFetched;
  // What the server was asked before the payment arrived says no more than that.
  const isJudged = settled && !(watchable.data && needsPlan(watchable.data.playback));
  const payment = usePaymentReturn(isJudged ? holds : undefined, watchable.isEnabled ? watchable.refetch : undefined);
  // What will not be played is not sold; what was recorded of it before still opens by a subscription.
  const sold = event?.state === 'CANCELLED' ? undefined : id;
  const isForSale = settled && !holds && !watchable.isError && payment.state === 'none' && (sold || watchable.data);
  const awaitsStage = !settled && !showsClips && !showsData && Boolean(holds && event && mayBeRecorded[event.state]);

  return {
    id,
    ...{ event, failure, isFetching: asked.isFetching },
    ...{ lives, vods, firstVods, page, goTo },
    ...choice,
    ...{ watchable, staged, awaitsStage, viewing, score, revealScore, settled },
    /** The live that was on the stage and is no more. */
    ended: settled && !live && !vod && seenLive.current.startsWith(`${id} `) ? seenLive.current : undefined,
    /** Its moments stand beside its picture. */
    isBeside: awaitsStage ? event?.state === 'FINISHED' : staged !== undefined && vod !== undefined,
    ...{ payment, sold, isForSale: Boolean(isForSale) },
    failed: vods.error ?? firstVods.error ?? (lives.data ? null : lives.error),
    hasLog: score !== null || revealScore !== undefined || event?.state === 'LIVE',
    retry: () => {
      for (const query of [asked, lives, vods, firstVods, watchable]) if (query.isError) query.refetch();
    },
  };
}

/** For the prices only, while there is nothing to ask the server about: who has paid need not see them. */
function mayWatch(user: User | undefined, event: SportEvent): boolean {
  if (event.isPublic || maySeeAll(user)) return true;
  return user?.sportEvents.some((bought) => bought.id === event.id) ?? false;
}

/** Whoever watches whatever there is, before it is known what that is. */
export const maySeeAll = (user: User | undefined): boolean =>
  user?.role === 'ADMIN' || user?.role === 'REGULAR_SUBSCRIBER';

const mayBeRecorded: Partial<Record<SportEvent['state'], true>> = { LIVE: true, FINISHED: true };
