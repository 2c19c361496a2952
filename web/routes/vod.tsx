/** /vods/{id}: a recording with its player, or the plans. */

import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { listSides } from '../../shared/domain/match.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { ClubGrid } from '../features/league/clubs/club-grid.tsx';
import { ItemHeading } from '../features/league/events/item-heading.tsx';
import { useAsksForResult } from '../features/league/events/use-asks-for-result.ts';
import { PaymentNotice } from '../features/money/payments/payment-notice.tsx';
import { Plans } from '../features/money/payments/plans.tsx';
import { getSale } from '../features/money/payments/sale.ts';
import { usePaymentReturn } from '../features/money/payments/use-payment-return.ts';
import { VodMoments } from '../features/reach/vod/vod-moments.tsx';
import { VodStage } from '../features/reach/vod/vod-stage.tsx';
import { useVod, useVodClubs } from '../features/recordings/vods/queries.ts';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { SaveButton } from '../features/viewing/library/save-button.tsx';
import { useVodViewing } from '../features/viewing/library/use-vod-viewing.ts';
import { ShareButton } from '../features/viewing/playback/share-button.tsx';
import { needsPlan } from '../features/viewing/playback/stage.tsx';
import { WatchLayout, WatchSkeleton } from '../features/viewing/playback/watch-layout.tsx';
import { errorText } from '../lib/api.ts';
import { formatDuration, formatLongDate } from '../lib/format.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isNotFound, isTransient } from '../lib/load-errors.ts';
import { navigationDelay } from '../lib/navigation-delays.ts';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { usePlayerPreload } from '../player/player.tsx';
import { useSession } from '../session/session.tsx';
import { ActionRow } from '../ui/action-row.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

const VodTools = lazyPart(
  async () => (await import('../features/reach/vod/vod-tools.tsx')).VodTools,
  <span className="min-h-11 w-40" />,
);
const VodStaffTools = lazyPart(
  async () => (await import('../features/trust/withdrawals/vod-staff-tools.tsx')).VodStaffTools,
);

export default function VodPage() {
  const { id = '' } = useParams();
  const session = useSession();
  const query = useVod(id);
  const { data: vod, refetch } = query;
  const failure = query.isLoadingError ? query.error : undefined;
  const clubs = useVodClubs(id);
  useTitle(vod?.title);
  const payment = usePaymentReturn(vod?.playback.granted, refetch);
  usePlayerPreload(session.isLoggedIn);
  const asksForResult = useAsksForResult();
  const viewing = useVodViewing(id, vod?.playback.granted ?? false);

  if (failure) return <VodFailure error={failure} />;
  if (!vod) return <WatchSkeleton />;

  const { title, playback, sportEvent: event } = vod;
  const { stage, saved, watched, moments, isSettled } = viewing;
  const asks = asksForResult && playback.granted && !watched;
  const isPaid = payment.state === 'none';
  const sale = getSale(event, true);
  const hasPaywall = isPaid && needsPlan(playback) && Boolean(event?.clubs && listSides(event));
  const current = () => stage.media.current?.currentTime ?? 0;
  // The column beside a match's picture is reserved before its moments are known.
  const isBeside = playback.granted && event !== null;
  const beside = <VodMoments vod={vod} asks={asks} viewing={viewing} />;
  return (
    <WatchLayout
      stage={
        <VodStage
          {...{ vod, sale, hasPaywall }}
          isPaymentPending={!isPaid}
          viewing={stage}
          renew={async () => (await refetch()).data?.playback.url}
        />
      }
      heading={!hasPaywall && <ItemHeading title={title} event={event} asks={asks} />}
      meta={[
        sportName(vod.sport),
        formatLongDate(vod.dateCreated),
        vod.duration && formatDuration(vod.duration),
        watched && 'Visto',
      ]}
      summary={vod.summary}
      plans={isPaid ? needsPlan(playback) && <Plans sale={sale} /> : <PaymentNotice {...payment} />}
      actions={
        <ActionRow
          more={
            <>
              <VodTools
                vod={vod}
                media={stage.media}
                keepsScore={event !== null && isStaffOf(event.clubs, session)}
                current={current}
              />
              <ReportLink cuts={playback.cuts ?? ''} />
            </>
          }
        >
          {session.isLoggedIn && <SaveButton key={`${id} ${saved}`} video={{ kind: 'vods', id }} saved={saved} />}
          <ShareButton title={title} media={stage.media} />
        </ActionRow>
      }
      aside={isBeside && beside}
    >
      {!isBeside && beside}
      {isStaffOf(vod.clubs, session) && isSettled && <VodStaffTools vod={vod} moments={moments} current={current} />}
      {isSettled && <ClubGrid clubs={clubs.data ?? []} />}
    </WatchLayout>
  );
}

/** True for admins, and for staff of one of the clubs. */
const isStaffOf = (
  clubs: readonly { id: string }[] | undefined,
  { isAdmin, isClubStaff, user }: ReturnType<typeof useSession>,
): boolean => isAdmin || (isClubStaff && (clubs?.some(({ id }) => id === user?.clubId) ?? false));

/** Tries again after a passing error; redirects to the 404 page at once for a missing recording, else after a message. */
function VodFailure({ error }: { error: Error }) {
  const navigate = useNavigate();
  const transient = isTransient(error);
  const missing = isNotFound(error);
  useEffect(() => {
    if (missing || transient) return;
    const timer = setTimeout(() => navigate(paths.notFound, { replace: true }), navigationDelay);
    return () => clearTimeout(timer);
  }, [missing, transient, navigate]);
  if (transient) return <LoadFailure heading error={error} />;
  if (missing) return <Navigate to={paths.notFound} replace />;
  return (
    <div className="px-gutter py-14">
      <p role="alert" className="rounded-md border border-danger bg-surface p-4 font-medium text-danger">
        <FailureText text={errorText(error)} />
      </p>
    </div>
  );
}
