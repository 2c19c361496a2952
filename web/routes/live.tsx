/** /live/{slug}: a live with its player, or the plans. */
import { Navigate, useParams } from 'react-router-dom';
import { listSides } from '../../shared/domain/match.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { formatEventKickOff, StateMark } from '../features/league/events/event-state.tsx';
import { ItemHeading } from '../features/league/events/item-heading.tsx';
import { MatchLinks } from '../features/league/events/match-links.tsx';
import { PaymentNotice } from '../features/money/payments/payment-notice.tsx';
import { Plans } from '../features/money/payments/plans.tsx';
import { getSale } from '../features/money/payments/sale.ts';
import { renderIdleLive } from '../features/reach/alerts/no-signal.tsx';
import { LiveStage } from '../features/reach/live/live-stage.tsx';
import { type LoadedLiveView, useLiveView } from '../features/reach/live/use-live-view.ts';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { needsPlan } from '../features/viewing/playback/stage.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { capitalise, formatCount } from '../lib/format.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { usePlayerPreload } from '../player/player.tsx';
import { useSession } from '../session/session.tsx';
import { ActionRow } from '../ui/action-row.tsx';
import { StatusPill } from '../ui/badge.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

const AfterLive = lazyPart(async () => (await import('../features/viewing/next/live-end-screen.tsx')).LiveEndScreen);
const LiveLog = lazyPart(async () => (await import('../features/viewing/match-log/live-log.tsx')).LiveLog);
const LiveStaffTools = lazyPart(
  async () => (await import('../features/trust/withdrawals/live-staff-tools.tsx')).LiveStaffTools,
);

export default function LivePage() {
  const { slug = '' } = useParams();
  const view = useLiveView(slug);
  const { isLoggedIn } = useSession();
  useTitle(view.live?.title);
  usePlayerPreload(isLoggedIn);
  const { failure, live, watched } = view;
  if (failure && isNotFound(failure)) return <Navigate to={paths.notFound} replace />;
  if (failure) return <LoadFailure heading error={failure} />;
  if (!live || !watched) return <WatchSkeleton />;
  return <Live view={{ ...view, live, watched }} />;
}

function Live({ view }: { view: LoadedLiveView }) {
  const { live, watched, match, state, payment, picture, showsPicture, isHidden, playhead, ended } = view;
  const { isAdmin, isClubStaff, user } = useSession();
  const { sportEvent: event } = live;
  const sides = event && listSides(event);
  const matchClubs = watched.sportEvent?.clubs ?? watched.clubs;
  const cutsClips = isAdmin || (isClubStaff && matchClubs.some(({ id }) => id === user?.clubId));
  const sale = getSale(match);
  const idleNotice = !live.isLive && match && state ? renderIdleLive({ event: match, state }) : undefined;
  const isOffered = payment.state === 'none' && needsPlan(live.playback) && !idleNotice;
  const hasPaywall = isOffered && Boolean(sides);
  const log = event && !isHidden && (
    <LiveLog
      event={event}
      until={picture?.until ?? Number.POSITIVE_INFINITY}
      startedAt={(showsPicture && watched.playback.fromStartUrl && watched.startedAt) || undefined}
      playhead={playhead}
    />
  );
  return (
    <WatchLayout
      stage={<LiveStage {...{ view, sale, hasPaywall, idleNotice }} />}
      over={ended && <AfterLive watched={{ itemKey: ended, event, clubIds: live.clubs.map((club) => club.id) }} />}
      live={live.isLive}
      heading={
        !hasPaywall && (
          <ItemHeading
            title={live.title || live.slug}
            event={event}
            shown={live.playback.granted && isHidden ? null : picture?.score}
          />
        )
      }
      meta={[
        // The number of viewers is left out while there are none.
        live.isLive && !!live.viewers && describeViewers(live.viewers),
        sportName(live.sport),
        event && capitalise(formatEventKickOff(event)),
        // The heading has named the sides.
        !sides && live.clubs.map((club) => club.name).join(', '),
      ]}
      // The notice on the stage shows the state already.
      mark={
        live.isReserve ? (
          <StatusPill tone="info">En reserva: se ve otra cámara</StatusPill>
        ) : (
          !live.isLive && !idleNotice && <StateMark event={match} />
        )
      }
      summary={live.summary}
      plans={payment.state === 'none' ? isOffered && <Plans sale={sale} /> : <PaymentNotice {...payment} />}
      actions={
        <>
          <ActionRow more={<ReportLink />}>
            <ShareButton title={live.title || live.slug} />
          </ActionRow>
          {event && <MatchLinks event={event} />}
          {/* The panels of staff load late, so they come last. */}
          {cutsClips && watched.startedAt && (
            <LiveStaffTools
              slug={watched.slug}
              startedAt={watched.startedAt}
              eventId={watched.sportEvent?.id}
              date={() => playhead.current?.date()}
            />
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

const describeViewers = (viewers: number) =>
  viewers === 1 ? '1 persona viéndolo' : `${formatCount(viewers)} personas viéndolo`;
