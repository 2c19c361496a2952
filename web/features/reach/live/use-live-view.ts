/** The state of a live's page: its data, the broadcast that is watched, which may be an ended one, and access. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { LiveStream } from '../../../../shared/contract/live.ts';
import { api } from '../../../lib/api.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { useSession } from '../../../session/session.tsx';
import { useMatchState } from '../../league/events/use-match-state.ts';
import { usePaymentReturn } from '../../money/payments/use-payment-return.ts';
import { needsPlan } from '../../viewing/playback/stage.tsx';
import { usePictureScore } from '../../viewing/scoreboard/use-live-score.ts';
import { useLiveMarks } from '../../viewing/scoreboard/use-running-match.ts';

export type LiveView = ReturnType<typeof useLiveView>;
export type LoadedLiveView = LiveView & { live: LiveStream; watched: LiveStream };

/**
 * Milliseconds between polls: off air or after the end of the picture, for the next start; and while too little of a live
 * is recorded to play it from its recording. Otherwise the server says, for changes of title, access and viewers.
 */
const offAirPollMs = 2500;
/** Milliseconds after the opening, or the last picture, for which a next start is expected at any moment. */
const expectedMs = 120_000;
const forgottenPollMs = 15_000;
const awaitedRecordingPollMs = 5_000;

export function useLiveView(slug: string) {
  // Start of the broadcast whose playback has ended.
  const [endedStart, setEnded] = useState<string | null>();
  /** The broadcast that the viewer has rewound: it stays on the page even if the camera starts another. */
  const [rewoundLive, setRewoundLive] = useState<LiveStream>();
  /** True while the match's signal, which the edge answers for all, will say that a picture comes, or none is to come. */
  const isPatient = useRef(false);
  const query = useLive(slug, endedStart, isPatient);
  const { data: live, refetch } = query;
  const { match, state, shownLive } = useMatchState(live?.sportEvent);
  const kind = state?.kind;
  isPatient.current = kind !== undefined && kind !== 'ON_AIR' && kind !== 'SCHEDULED';
  const knownKind = useRef<typeof kind>(undefined);
  useEffect(() => {
    // The first state comes with a fresh answer: asking again would only delay the picture.
    const hasChanged = knownKind.current !== undefined;
    knownKind.current = kind;
    if (hasChanged && (kind === 'ON_AIR' || kind === 'NO_SIGNAL')) refetch();
  }, [kind, refetch]);
  // Viewers see another feed of the match from now on, with which the same address answers.
  const isOutdated = isInOtherFeed(live, shownLive);
  useEffect(() => {
    if (!isOutdated) return;
    refetch();
    const timer = setInterval(refetch, offAirPollMs);
    return () => clearInterval(timer);
  }, [isOutdated, refetch]);
  const payment = usePaymentReturn(live && !needsPlan(live.playback), refetch);
  const playhead = useRef<Playhead>(undefined);
  const latest = useLatest(live);
  const onRewind = useCallback(
    (isRewound: boolean) => setRewoundLive(isRewound ? (before) => before ?? latest.current : undefined),
    [latest],
  );
  const lastWatched = useRef({ slug: '', key: '' });
  if (live?.isLive && live.playback.granted) lastWatched.current = { slug, key: toItemKey(live) };
  // A rewound live stays after the end of its broadcast, but not once access is lost.
  const watched = rewoundLive && (live?.playback.granted || live?.playback.reason === 'OFFLINE') ? rewoundLive : live;
  const isHidden = useResultsHidden();
  const showsPicture = live?.playback.granted && !isHidden;
  const picture = usePictureScore(showsPicture ? watched?.sportEvent?.id : undefined, playhead);
  const marks = useLiveMarks(watched?.sportEvent?.id, watched?.startedAt ?? null);
  return {
    slug,
    live,
    watched,
    match,
    state,
    payment,
    picture,
    showsPicture,
    isHidden,
    marks,
    playhead,
    onRewind,
    failure: query.isLoadingError ? query.error : undefined,
    /** Key of a live that was watched here and has ended. */
    ended:
      live && !live.isLive && watched === live && lastWatched.current.slug === slug
        ? lastWatched.current.key
        : undefined,
    onEnded: () => {
      setEnded(watched?.startedAt);
      setRewoundLive(undefined);
      refetch();
    },
    renew: async () => (await refetch()).data?.playback.url,
  };
}

/** Each broadcast has its own player; a short drop keeps `startedAt`. */
export const toItemKey = ({ slug, startedAt }: Pick<LiveStream, 'slug' | 'startedAt'>) => `${slug} ${startedAt}`;

/** True if the match shows another live than this one; staff may look at one in reserve. */
const isInOtherFeed = (live: LiveStream | undefined, shownLive: string | undefined): boolean =>
  live?.isLive === true && !live.isReserve && shownLive !== undefined && shownLive !== live.slug;

function useLive(slug: string, ended: string | null | undefined, isPatient: RefObject<boolean>) {
  const { user, loading } = useSession();
  // Pages that were opened by the same alert must not ask together for ever.
  const [spread] = useState(() => 0.8 + 0.2 * Math.random());
  const lastOnAir = useRef(performance.now());
  return useQuery({
    queryKey: ['live', slug, user?.id ?? 'visitor'],
    queryFn: async ({ signal }) => (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data.liveUser,
    enabled: !loading,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return offAirPollMs;
      const isOff = !data.isLive || data.startedAt === ended;
      if (data.isLive) lastOnAir.current = performance.now();
      if (isOff && !isPatient.current)
        return performance.now() - lastOnAir.current < expectedMs ? offAirPollMs : spread * forgottenPollMs;
      return !isOff && data.playback.delayedUrl === null ? awaitedRecordingPollMs : spread * data.refreshMs;
    },
  });
}
