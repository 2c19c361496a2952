/** /vods/{id}: a recording with its player, or the plans. */
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { listSides } from '../../shared/domain/match.ts';
import { buyHash } from '../../shared/domain/pages.ts';
import { formatPrice } from '../../shared/domain/price-text.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { ClubGrid } from '../features/league/clubs/club-grid.tsx';
import { ItemHeading } from '../features/league/events/item-heading.tsx';
import { hasLog, MatchLinks } from '../features/league/events/match-links.tsx';
import { useAsksForResult } from '../features/league/events/use-asks-for-result.ts';
import { MatchPaywall } from '../features/money/payments/match-paywall.tsx';
import { PaymentNotice } from '../features/money/payments/payment-notice.tsx';
import { Offer, Plans } from '../features/money/payments/plans.tsx';
import { getSale } from '../features/money/payments/sale.ts';
import { usePaymentReturn } from '../features/money/payments/use-payment-return.ts';
import { useVod, useVodClubs } from '../features/recordings/vods/queries.ts';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { SaveButton } from '../features/viewing/library/save-button.tsx';
import { useVodViewing } from '../features/viewing/library/use-vod-viewing.ts';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { needsPlan, Stage } from '../features/viewing/playback/stage.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { createScoreboard } from '../features/viewing/scoreboard/player-scoreboard.tsx';
import { errorText } from '../lib/api.ts';
import { useConfig } from '../lib/config-context.tsx';
import { formatDuration, formatLongDate } from '../lib/format.ts';
import { isNotFound, isTransient } from '../lib/load-errors.ts';
import { navigationDelay } from '../lib/navigation-delays.ts';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { usePlayerPreload } from '../player/player.tsx';
import { useSession } from '../session/session.tsx';
import { ActionRow } from '../ui/action-row.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

// The module is requested at once, so that it loads while the data does, although the first paint does not need it.
const timelineModule = import('../features/viewing/match-log/recording-timeline.tsx');
timelineModule.catch(() => undefined);
const RecordingTimeline = lazy(() => timelineModule.then((module) => ({ default: module.RecordingTimeline })));
const MatchLog = lazy(() =>
  import('../features/viewing/match-log/match-log.tsx').then((module) => ({ default: module.MatchLog })),
);
const ClipsPanel = lazy(() =>
  import('../features/recordings/clips/clips-panel.tsx').then((module) => ({ default: module.ClipsPanel })),
);
const WithdrawnPanel = lazy(() =>
  import('../features/trust/withdrawals/withdrawn-panel.tsx').then((module) => ({ default: module.WithdrawnPanel })),
);
const FreePreview = lazy(() =>
  import('../features/recordings/clips/free-preview.tsx').then((module) => ({ default: module.FreePreview })),
);
const ViewerClipButton = lazy(() =>
  import('../features/recordings/clips/viewer-clip-button.tsx').then((module) => ({
    default: module.ViewerClipButton,
  })),
);
const StartButton = lazy(() =>
  import('../features/viewing/scoreboard/start-button.tsx').then((module) => ({ default: module.StartButton })),
);
const RecordingEndScreen = lazy(() =>
  import('../features/viewing/next/recording-end-screen.tsx').then((module) => ({
    default: module.RecordingEndScreen,
  })),
);

export default function VodPage() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const { prices } = useConfig();
  const { isLoggedIn, isAdmin, isClubStaff, user } = useSession();
  const query = useVod(id);
  const { data: vod, refetch } = query;
  const failure = query.isLoadingError ? query.error : undefined;
  const clubs = useVodClubs(id);
  useTitle(vod?.title);
  const payment = usePaymentReturn(vod?.playback.granted, refetch);
  usePlayerPreload(isLoggedIn);
  const asksForResult = useAsksForResult();
  const { stage, saved, watched, moments, reveal, isSettled, jump } = useVodViewing(id, vod?.playback.granted ?? false);

  if (failure && isTransient(failure)) return <LoadFailure heading error={failure} />;
  if (failure) return <VodError error={failure} />;
  if (!vod) return <WatchSkeleton />;

  const asks = asksForResult && vod.playback.granted && !watched;
  const isOwnClubsMatch = isClubStaff && vod.sportEvent?.clubs?.some((club) => club.id === user?.clubId);
  const cutsClips = isAdmin || (isClubStaff && vod.clubs.some(({ id: clubId }) => clubId === user?.clubId));
  const keepsScore = vod.sportEvent !== null && (isAdmin || isOwnClubsMatch);
  const current = () => stage.media.current?.currentTime ?? 0;
  const renew = async () => (await refetch()).data?.playback.url;
  const sale = getSale(vod.sportEvent, true);
  const next = sale
    ? { to: { search, hash: buyHash }, text: `Seguir viendo por ${formatPrice(prices.event)}` }
    : { to: { search, hash: '#planes' }, text: 'Seguir viendo' };
  // The column beside a match's picture is reserved before its moments are known.
  const isBeside = vod.playback.granted && vod.sportEvent !== null;
  const beside = (
    <>
      {vod.playback.granted ? (
        <Suspense fallback={null}>
          <RecordingTimeline
            vod={vod}
            event={vod.sportEvent}
            moments={moments}
            thumbnailsUrl={vod.playback.thumbnailsUrl}
            media={stage.media}
            isSettled={isSettled}
            onJump={jump}
            onReveal={reveal}
            asks={asks}
          />
        </Suspense>
      ) : (
        vod.sportEvent &&
        hasLog(vod.sportEvent) && (
          <Suspense fallback={null}>
            <MatchLog event={vod.sportEvent} score={null} />
          </Suspense>
        )
      )}
      {/* Waits for the moments above it, so that nothing shifts. */}
      {vod.sportEvent && isSettled && <MatchLinks event={vod.sportEvent} />}
    </>
  );
  const paywall =
    payment.state === 'none' && needsPlan(vod.playback) && vod.sportEvent?.clubs && listSides(vod.sportEvent);
  return (
    <WatchLayout
      stage={
        paywall && vod.sportEvent ? (
          <MatchPaywall event={vod.sportEvent} poster={vod.thumbnail} sale={sale}>
            <Suspense fallback={null}>
              <FreePreview vodId={vod.id} title={vod.title} next={next} />
            </Suspense>
          </MatchPaywall>
        ) : (
          <Stage
            itemKey={vod.id}
            playback={vod.playback}
            title={vod.title}
            poster={vod.thumbnail}
            sport={vod.sport}
            isPaymentPending={payment.state !== 'none'}
            teaser={(lock) => (
              <Suspense fallback={lock}>
                <FreePreview vodId={vod.id} title={vod.title} lock={lock} next={next} />
              </Suspense>
            )}
            offer={<Offer sale={sale} />}
            adClubIds={vod.clubs.map((club) => club.id)}
            renew={renew}
            scoreboard={createScoreboard(vod.sportEvent, vod.id)}
            afterEnd={
              <Suspense fallback={null}>
                <RecordingEndScreen key={vod.id} vod={vod} />
              </Suspense>
            }
            {...stage}
          />
        )
      }
      heading={paywall ? undefined : <ItemHeading title={vod.title} event={vod.sportEvent} asks={asks} />}
      meta={[
        sportName(vod.sport),
        formatLongDate(vod.dateCreated),
        vod.duration && formatDuration(vod.duration),
        watched && 'Visto',
      ]}
      summary={vod.summary}
      plans={
        payment.state === 'none' ? needsPlan(vod.playback) && <Plans sale={sale} /> : <PaymentNotice {...payment} />
      }
      actions={
        <ActionRow
          more={
            <>
              {vod.cutsClips && vod.duration && (
                <Suspense fallback={<span className="min-h-11 w-40" />}>
                  <ViewerClipButton
                    vodId={vod.id}
                    duration={vod.duration}
                    thumbnailsUrl={vod.playback.thumbnailsUrl}
                    current={current}
                  />
                </Suspense>
              )}
              {vod.playback.granted && keepsScore && (
                <Suspense fallback={<span className="min-h-11 w-56" />}>
                  <StartButton vodId={vod.id} media={stage.media} />
                </Suspense>
              )}
              <ReportLink cuts={vod.playback.cuts ?? ''} />
            </>
          }
        >
          {isLoggedIn && <SaveButton key={`${vod.id} ${saved}`} video={{ kind: 'vods', id: vod.id }} saved={saved} />}
          <ShareButton title={vod.title} media={stage.media} />
        </ActionRow>
      }
      aside={isBeside && beside}
    >
      {!isBeside && beside}
      {cutsClips && isSettled && (
        <Suspense fallback={null}>
          <ClipsPanel
            source={{ vodId: vod.id }}
            duration={vod.duration}
            moments={moments}
            thumbnailsUrl={vod.playback.thumbnailsUrl}
            current={current}
          />
          <WithdrawnPanel
            source={{ vodId: vod.id }}
            duration={() => vod.duration}
            cuts={vod.playback.cuts}
            thumbnailsUrl={vod.playback.thumbnailsUrl}
            current={current}
          />
        </Suspense>
      )}
      {isSettled && <ClubGrid title="Clubes participantes" clubs={clubs.data ?? []} />}
    </WatchLayout>
  );
}

/** Redirects to the 404 page: at once for a missing recording, after a message for other errors. */
function VodError({ error }: { error: Error }) {
  const navigate = useNavigate();
  const missing = isNotFound(error);
  useEffect(() => {
    if (missing) return;
    const timer = setTimeout(() => navigate(paths.notFound, { replace: true }), navigationDelay);
    return () => clearTimeout(timer);
  }, [missing, navigate]);
  if (missing) return <Navigate to={paths.notFound} replace />;
  return (
    <div className="px-gutter py-14">
      <p role="alert" className="rounded-md border border-danger bg-surface p-4 font-medium text-danger">
        <FailureText text={errorText(error)} />
      </p>
    </div>
  );
}
