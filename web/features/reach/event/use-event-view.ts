/** The state of a match page: its data, the chosen view, and access. */
import { useCallback, useRef, useState } from 'react';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import type { VodCard } from '../../../../shared/contract/vod.ts';
import { matchFacts } from '../../../../shared/domain/match.ts';
import type { MatchState } from '../../../../shared/domain/match-state.ts';
import { isSummary } from '../../../../shared/domain/match-videos.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { useFilter, usePage } from '../../../lib/use-page.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { useSession } from '../../../session/session.tsx';
import type { Choice } from '../../../ui/select.tsx';
import { canWatch } from '../../league/events/can-watch.ts';
import { hasLog } from '../../league/events/match-links.tsx';
import { useEventLives, useEventVods, useSportEvent } from '../../league/events/queries.ts';
import { useAsksForResult } from '../../league/events/use-asks-for-result.ts';
import { useAwaitedLives, useMatchState } from '../../league/events/use-match-state.ts';
import { useAskedScore, useScore } from '../../league/events/use-score.ts';
import { useWatchable } from '../../league/events/use-watchable.ts';
import { getSale } from '../../money/payments/sale.ts';
import { usePaymentReturn } from '../../money/payments/use-payment-return.ts';
import { useVodViewing } from '../../viewing/library/use-vod-viewing.ts';
import { useRecordingLog } from '../../viewing/match-log/queries.ts';
import { needsPlan } from '../../viewing/playback/stage.tsx';
import { usePictureScore } from '../../viewing/scoreboard/use-live-score.ts';

export type EventView = ReturnType<typeof useEventView>;
export type LoadedEventView = EventView & { event: SportEvent; state: MatchState };

export function useEventView(id: string) {
  const { page, goTo } = usePage('videos');
  const session = useSession();
  const eventQuery = useSportEvent(id);
  const failure = eventQuery.isLoadingError ? eventQuery.error : undefined;
  const lives = useEventLives(id);
  const firstVods = useEventVods(id, 1);
  const isRecorded = (firstVods.data?.total ?? 0) > 0;
  const { match: event, state } = useMatchState(eventQuery.data, isRecorded);
  useAwaitedLives(lives, state?.kind);
  const rewound = useRewoundLive(id);
  const choice = useMediaChoice(id, event, rewound.live ? { ...lives, data: [rewound.live] } : lives, firstVods);
  const { live, vod, isOnStage, showsClips, showsData } = choice;
  const vods = useEventVods(id, showsClips ? 1 : page);
  const watchable = useWatchable(live?.slug, vod?.id);
  const granted = watchable.data?.playback.granted ?? false;
  const staged = rewound.choose(live, watchable.data, isOnStage);
  const fromStart =
    staged?.live && staged.startedAt && staged.playback.fromStartUrl
      ? { url: staged.playback.fromStartUrl, startedAt: staged.startedAt, onRewind: rewound.onRewind }
      : undefined;
  const viewing = useVodViewing(vod?.id, staged !== undefined);
  const seenLive = useRef('');
  if (live && staged?.live) seenLive.current = `${id} ${live.startedAt}`;
  const isHidden = useResultsHidden();
  const { isPending: isLogPending } = useRecordingLog(
    staged && vod?.id,
    event ?? null,
    !isHidden && event !== undefined && hasLog(event),
  );
  const settled = lives.isFetched && firstVods.isFetched && (watchable.isFetched || !watchable.isEnabled);
  const isLiveStaged = Boolean(live && staged);
  const playhead = useRef<Playhead>(undefined);
  const picture = usePictureScore(isLiveStaged && !isHidden ? id : undefined, playhead);
  // A live's picture is seconds behind: once it plays, the score waits for it, so that it reveals no goal.
  const current = useScore(picture || (isHidden && (isLiveStaged || !settled)) ? null : event);
  const isRecordingStaged = Boolean(vod && staged);
  const asksForResult = useAsksForResult();
  const asks = asksForResult && isRecordingStaged && !viewing.watched;
  const asked = useAskedScore(current, id, asks);
  const score = picture ? picture.score : asked.score;
  const revealScore = asked.reveal;
  const [isLogRevealed, setLogRevealed] = useState(false);
  function revealLog() {
    setLogRevealed(true);
    revealScore?.();
  }
  // Undefined until it is known; where there is a video, the server has decided.
  const hasAccess = event && (granted || (canWatch(session, event) ?? (watchable.data ? false : undefined)));
  // A decision about access from before the payment does not count.
  const isAccessKnown = settled && !(watchable.data && needsPlan(watchable.data.playback));
  const payment = usePaymentReturn(
    isAccessKnown ? hasAccess : undefined,
    watchable.isEnabled ? watchable.refetch : undefined,
  );
  // Subscribers keep the recordings of a cancelled match.
  const sale = event && getSale(event, isRecorded);
  const mayBeForSale = !hasAccess && !watchable.isError && payment.state === 'none';
  const isForSale = settled && mayBeForSale && hasAccess === false && (sale || watchable.data);
  const offerExpected = useRef('');
  const expectedSale = sale ?? getSale(event, true);
  if ((!settled || hasAccess === undefined) && mayBeForSale && expectedSale) offerExpected.current = id;
  const choicesExpected = useRef('');
  if (!settled && choice.choices.length > 0 && event && recordableStates[event.state]) choicesExpected.current = id;
  const awaitsStage =
    !settled && !showsClips && !showsData && Boolean(hasAccess && event && recordableStates[event.state]);

  return {
    id,
    event,
    state,
    failure,
    lives,
    vods,
    firstVods,
    page,
    goTo,
    ...choice,
    /** True once the log has its final height, which moves the videos below it on phones. */
    isLogSettled: viewing.isSettled && !isLogPending,
    fromStart,
    forgetRewound: rewound.forget,
    watchable,
    staged,
    awaitsStage,
    viewing,
    score,
    asks,
    revealScore,
    revealLog,
    settled,
    playhead,
    isLiveStaged,
    /** True until the viewer has asked for the result. */
    omitsResults: asks && asked.reveal !== undefined,
    /** Server time up to which the viewer has seen the live. */
    seenUntil: picture?.until ?? (isHidden && !isLogRevealed ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
    /** Key of a live that was on the stage and has ended. */
    ended: settled && !live && !vod && seenLive.current.startsWith(`${id} `) ? seenLive.current : undefined,
    /** True if the log stands beside the player. */
    isBeside: awaitsStage || (staged !== undefined && (vod !== undefined || (isLiveStaged && !isHidden))),
    payment,
    sale,
    isForSale: Boolean(isForSale),
    /** The offer to expect while access is unknown; space for its price is reserved, even if there will be none. */
    expectedSale: !isForSale && mayBeForSale && offerExpected.current === id ? expectedSale : undefined,
    /** Reserves the space of the video choice until the videos are loaded, even if there is only one. */
    expectsChoices: choicesExpected.current === id,
    failed: [vods, firstVods, lives].find((query) => query.isLoadingError)?.error,
    hasLog: Boolean(score) || revealScore !== undefined || event?.state === 'LIVE',
  };
}

const recordableStates: Partial<Record<SportEvent['state'], true>> = { LIVE: true, FINISHED: true };

type Watchable = NonNullable<ReturnType<typeof useWatchable>['data']>;

interface ShownLive {
  eventId: string;
  live: LiveCard;
  watchable: Watchable;
}

/**
 * Keeps a live on the stage while its viewer has rewound it, even after it has ended or its camera has begun another
 * broadcast.
 */
function useRewoundLive(eventId: string) {
  const [rewound, setRewound] = useState<ShownLive>();
  const latest = useRef<ShownLive>(undefined);
  const onRewind = useCallback(
    (isRewound: boolean) => setRewound(isRewound ? (before) => before ?? latest.current : undefined),
    [],
  );
  const current = rewound?.eventId === eventId ? rewound : undefined;
  return {
    /** The rewound live, shown instead of those on air. */
    live: current?.live,
    /**
     * Returns what the stage plays. A rewound live stays after the end of its broadcast, but not once access is lost.
     */
    choose: (live: LiveCard | undefined, watchable: Watchable | undefined, isOnStage: boolean) => {
      const isGranted = watchable?.playback.granted ?? false;
      const isOver = watchable === undefined || watchable.playback.reason === 'OFFLINE';
      if (live && current?.live === live && isOnStage && (isGranted || isOver)) return current.watchable;
      const staged = isGranted && isOnStage ? watchable : undefined;
      if (live && staged?.live) latest.current = { eventId, live, watchable: staged };
      return staged;
    },
    onRewind,
    forget: useCallback(() => setRewound(undefined), []),
  };
}

const liveChoice = 'directo';
const clips: Choice = { value: 'clips', label: 'Clips' };
const data: Choice = { value: 'datos', label: 'Datos' };

/** The views of a match (live, videos, clips, details), and which of them the URL selects. */
function useMediaChoice(
  id: string,
  event: SportEvent | undefined,
  lives: Pick<ReturnType<typeof useEventLives>, 'data' | 'isFetched'>,
  vods: Pick<ReturnType<typeof useEventVods>, 'data' | 'isFetched'>,
) {
  const [wanted, choose] = useFilter('ver');
  const isHidden = useResultsHidden();
  /** '{event} {video}' of the video played last. */
  const lastOnStage = useRef('');
  const live = lives.data?.[0];
  const videos = toVideoChoices(live, vods.data?.vods);
  // A link to the clips shows placeholders until they are loaded.
  const hasClips = vods.isFetched ? (vods.data?.clips ?? 0) > 0 : wanted === clips.value;
  const detailChoices = [...(hasClips ? [clips] : []), ...(event && hasData(event, isHidden) ? [data] : [])];
  const isUnseen = lives.isFetched && vods.isFetched && videos.length === 0;
  const detailChoice =
    detailChoices.find(({ value }) => value === wanted) ?? (isUnseen && hasClips ? clips : undefined);
  // A playing video continues behind clips or details; a link to those opens without a player.
  const video =
    videos.find(({ value }) => (detailChoice ? `${id} ${value}` === lastOnStage.current : value === wanted)) ??
    videos[0];
  if (video && !detailChoice) lastOnStage.current = `${id} ${video.value}`;
  return {
    choices: [...videos, ...detailChoices],
    value: (detailChoice ?? video)?.value,
    choose,
    /** The video to play; behind clips and details, the one played last, or the first. */
    live: video?.value === liveChoice ? live : undefined,
    vod: vods.data?.vods.find((vod) => vod.id === video?.value),
    isOnStage: lastOnStage.current === `${id} ${video?.value}`,
    showsClips: detailChoice === clips,
    showsData: detailChoice === data,
  };
}

function toVideoChoices(live: LiveCard | undefined, vods: readonly VodCard[] = []): Choice[] {
  const recordings = vods.filter((vod) => !isSummary(vod));
  return [
    ...(live ? [{ value: liveChoice, label: 'Directo' }] : []),
    ...recordings.map(({ id }, index) => ({ value: id, label: index === 0 ? 'Video' : `Video ${index + 1}` })),
    ...vods.filter(isSummary).map(({ id }) => ({ value: id, label: 'Resumen' })),
  ];
}

/** Returns whether there is more to show than the date. */
const hasData = (event: SportEvent, isHidden: boolean): boolean =>
  Boolean(matchFacts(event) || event.score) || event.state === 'LIVE' || (isHidden && event.state === 'FINISHED');
