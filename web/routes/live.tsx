/** /live/{slug}: a live with its player, or the plans. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { LiveStream } from '../../shared/contract/live.ts';
import { listSides } from '../../shared/domain/match.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { formatEventKickOff, StateMark } from '../features/league/events/event-state.tsx';
import { ItemHeading } from '../features/league/events/item-heading.tsx';
import { MatchLinks } from '../features/league/events/match-links.tsx';
import { useMatchState } from '../features/league/events/use-match-state.ts';
import { MatchPaywall } from '../features/money/payments/match-paywall.tsx';
import { PaymentNotice } from '../features/money/payments/payment-notice.tsx';
import { Offer, Plans } from '../features/money/payments/plans.tsx';
import { getSale } from '../features/money/payments/sale.ts';
import { usePaymentReturn } from '../features/money/payments/use-payment-return.ts';
import { renderIdleLive } from '../features/reach/alerts/no-signal.tsx';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { needsPlan, Stage } from '../features/viewing/playback/stage.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { createScoreboard } from '../features/viewing/scoreboard/player-scoreboard.tsx';
import { usePictureScore } from '../features/viewing/scoreboard/use-live-score.ts';
import { useLiveMarks } from '../features/viewing/scoreboard/use-running-match.ts';
import { api } from '../lib/api.ts';
import { capitalise, formatCount } from '../lib/format.ts';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { useResultsHidden } from '../lib/results-visibility.ts';
import { useLatest } from '../lib/use-latest.ts';
import { useTitle } from '../lib/use-title.ts';
import { usePlayerPreload } from '../player/player.tsx';
import type { Playhead } from '../player/player-props.ts';
import { useSession } from '../session/session.tsx';
import { ActionRow } from '../ui/action-row.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

const AfterLive = lazy(() =>
  import('../features/viewing/next/live-end-screen.tsx').then((module) => ({ default: module.LiveEndScreen })),
);
const LiveLog = lazy(() =>
  import('../features/viewing/match-log/live-log.tsx').then((module) => ({ default: module.LiveLog })),
);
const WithdrawnPanel = lazy(() =>
  import('../features/trust/withdrawals/withdrawn-panel.tsx').then((module) => ({ default: module.WithdrawnPanel })),
);
const LiveClips = lazy(() =>
  import('../features/viewing/live-clips/live-clips.tsx').then((module) => ({ default: module.LiveClips })),
);

/**
 * Milliseconds between polls: off air or after the end of the picture, for the next start; on air, for changes of
 * title, access and number of viewers; and while too little of a live is recorded to play it from its recording.
 */
const offAirPollMs = 2500;
const onAirPollMs = 30_000;
const awaitedRecordingPollMs = 5_000;

export default function LivePage() {
  const { slug = '' } = useParams();
  const { isLoggedIn, isAdmin, isClubStaff, user } = useSession();
  // Start of the broadcast whose playback has ended.
  const [endedStart, setEnded] = useState<string | null>();
  /** The broadcast that the viewer has rewound: it stays on the page even if the camera starts another. */
  const [rewoundLive, setRewoundLive] = useState<LiveStream>();
  const query = useLive(slug, endedStart);
  const { data: live, refetch } = query;
  const failure = query.isLoadingError ? query.error : undefined;
  const { match, state } = useMatchState(live?.sportEvent);
  const kind = state?.kind;
  const knownKind = useRef<typeof kind>(undefined);
  useEffect(() => {
    // The first state comes with a fresh answer: asking again would only delay the picture.
    const hasChanged = knownKind.current !== undefined;
    knownKind.current = kind;
    if (hasChanged && (kind === 'ON_AIR' || kind === 'NO_SIGNAL')) refetch();
  }, [kind, refetch]);
  useTitle(live?.title);
  const payment = usePaymentReturn(live && !needsPlan(live.playback), refetch);
  usePlayerPreload(isLoggedIn);
  const playhead = useRef<Playhead>(undefined);
  const latest = useLatest(live);
  const onRewind = useCallback(
    (isRewound: boolean) => setRewoundLive(isRewound ? (before) => before ?? latest.current : undefined),
    [latest],
  );
  const lastWatchedKey = useRef('');
  if (live?.isLive && live.playback.granted) lastWatchedKey.current = toItemKey(slug, live);
  // A rewound live stays after the end of its broadcast, but not once access is lost.
  const watched = rewoundLive && (live?.playback.granted || live?.playback.reason === 'OFFLINE') ? rewoundLive : live;
  const isHidden = useResultsHidden();
  const showsPicture = live?.playback.granted && !isHidden;
  const picture = usePictureScore(showsPicture ? watched?.sportEvent?.id : undefined, playhead);
  const marks = useLiveMarks(watched?.sportEvent?.id, watched?.startedAt ?? null);

  if (failure && isNotFound(failure)) return <Navigate to={paths.notFound} replace />;
  if (failure) return <LoadFailure heading error={failure} />;
  if (!live || !watched) return <WatchSkeleton />;
  const { fromStartUrl } = watched.playback;
  // If it is about the same broadcast, the current response has ranges withdrawn since the viewer rewound.
  const isSameBroadcast = live.startedAt === watched.startedAt && live.playback.fromStartUrl !== undefined;
  const withdrawn = (isSameBroadcast ? live : watched).playback.withdrawnDates;
  const matchClubs = watched.sportEvent?.clubs ?? watched.clubs;
  const cutsClips = isAdmin || (isClubStaff && matchClubs.some(({ id }) => id === user?.clubId));

  const idleNotice = !live.isLive && match && state ? renderIdleLive({ event: match, state }) : undefined;
  const renew = async () => (await refetch()).data?.playback.url;
  const log = live.sportEvent && !isHidden && (
    <Suspense fallback={null}>
      <LiveLog
        event={live.sportEvent}
        until={picture?.until ?? Number.POSITIVE_INFINITY}
        startedAt={(showsPicture && fromStartUrl && watched.startedAt) || undefined}
        playhead={playhead}
      />
    </Suspense>
  );
  const paywall =
    payment.state === 'none' &&
    needsPlan(live.playback) &&
    !idleNotice &&
    live.sportEvent &&
    listSides(live.sportEvent);
  return (
    <WatchLayout
      stage={
        paywall && live.sportEvent ? (
          <MatchPaywall event={live.sportEvent} poster={live.thumbnail} sale={getSale(match)} />
        ) : (
          <Stage
            // Each broadcast has its own player; a short drop keeps `startedAt`.
            itemKey={toItemKey(slug, watched)}
            playback={watched.playback}
            title={watched.title}
            poster={watched.thumbnail}
            sport={live.sport}
            isPaymentPending={payment.state !== 'none'}
            idleNotice={idleNotice}
            offer={<Offer sale={getSale(match)} />}
            live
            startedAt={watched.startedAt}
            {...(fromStartUrl && watched.startedAt
              ? { fromStart: { url: fromStartUrl, startedAt: watched.startedAt, onRewind, withdrawn }, marks }
              : {})}
            adClubIds={watched.clubs.map((club) => club.id)}
            renew={renew}
            scoreboard={createScoreboard(watched.sportEvent)}
            playhead={playhead}
            onEnded={() => {
              setEnded(watched.startedAt);
              setRewoundLive(undefined);
              refetch();
            }}
          />
        )
      }
      over={
        !live.isLive &&
        watched === live &&
        lastWatchedKey.current.startsWith(`${slug} `) && (
          <Suspense fallback={null}>
            <AfterLive
              watched={{
                itemKey: lastWatchedKey.current,
                event: live.sportEvent,
                clubIds: live.clubs.map((club) => club.id),
              }}
            />
          </Suspense>
        )
      }
      live={live.isLive}
      heading={
        paywall ? undefined : (
          <ItemHeading
            title={live.title || live.slug}
            event={live.sportEvent}
            shown={live.playback.granted && isHidden ? null : picture?.score}
          />
        )
      }
      meta={[
        // The number of viewers is left out while there are none.
        live.isLive && !!live.viewers && describeViewers(live.viewers),
        sportName(live.sport),
        live.sportEvent && capitalise(formatEventKickOff(live.sportEvent)),
        // The heading has named the sides.
        !(live.sportEvent && listSides(live.sportEvent)) && live.clubs.map((club) => club.name).join(', '),
      ]}
      // The notice on the stage shows the state already.
      mark={!live.isLive && !idleNotice && <StateMark event={match} />}
      summary={live.summary}
      plans={
        payment.state === 'none' ? (
          needsPlan(live.playback) && !idleNotice && <Plans sale={getSale(match)} />
        ) : (
          <PaymentNotice {...payment} />
        )
      }
      actions={
        <>
          <ActionRow more={<ReportLink />}>
            <ShareButton title={live.title || live.slug} />
          </ActionRow>
          {live.sportEvent && <MatchLinks event={live.sportEvent} />}
          {/* The panels of staff load late, so they come last. */}
          {cutsClips && watched.startedAt && (
            <Suspense fallback={null}>
              <LiveClips
                slug={slug}
                startedAt={watched.startedAt}
                eventId={watched.sportEvent?.id}
                date={() => playhead.current?.date()}
              />
              <WithdrawnPanel
                source={{ slug, startedAt: watched.startedAt }}
                duration={() => secondsSince(watched.startedAt, Date.now())}
                thumbnailsUrl={undefined}
                current={() => secondsSince(watched.startedAt, playhead.current?.date() ?? Date.now())}
              />
            </Suspense>
          )}
        </>
      }
      // On phones the log is last, because it grows with the match.
      aside={showsPicture && log}
    >
      {!showsPicture && log}
    </WatchLayout>
  );
}

const secondsSince = (startedAt: string | null, at: number) =>
  startedAt ? Math.max(0, (at - Date.parse(startedAt)) / 1000) : 0;

const toItemKey = (slug: string, { startedAt }: LiveStream) => `${slug} ${startedAt}`;

const describeViewers = (viewers: number) =>
  viewers === 1 ? '1 persona viéndolo' : `${formatCount(viewers)} personas viéndolo`;

function useLive(slug: string, ended: string | null | undefined) {
  const { user, loading } = useSession();
  return useQuery({
    queryKey: ['live', slug, user?.id ?? 'visitor'],
    queryFn: async ({ signal }) => (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data.liveUser,
    enabled: !loading,
    refetchInterval: ({ state: { data } }) => {
      if (!data?.isLive || data.startedAt === ended) return offAirPollMs;
      return data.playback.delayedUrl === null ? awaitedRecordingPollMs : onAirPollMs;
    },
  });
}
