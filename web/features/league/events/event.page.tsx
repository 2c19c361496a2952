/** /evento/{id}: an event with its player when there is something to watch, its clubs, videos, clips and data (V-EVENT). */
import { lazy, Suspense, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { awaitsDate, isOn } from '../../../../shared/league/event-state.ts';
import type { SportEvent } from '../../../../shared/league/events.ts';
import { matchFacts, sidesOf } from '../../../../shared/league/match.ts';
import type { User } from '../../../../shared/people/accounts.ts';
import { sportName } from '../../../../shared/sport-name.ts';
import { paths } from '../../../app/paths.ts';
import { useSession } from '../../../app/session.tsx';
import { errorText } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { isMissing } from '../../../lib/failure.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { usePage } from '../../../lib/use-page.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { LiveBadge, StatusPill } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { CardSkeletons } from '../../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { PaymentNotice } from '../../money/payments/payment-notice.tsx';
import { usePaymentReturn } from '../../money/payments/use-payment-return.ts';
import { Notify } from '../../reach/alerts/notify.tsx';
import { AddToCalendar } from '../../reach/calendars/calendar-buttons.tsx';
import { useVodViewing } from '../../viewing/library/use-vod-viewing.ts';
import { VodMatchCard } from '../../viewing/matches/match-cards.tsx';
import { Plans, PriceLine } from '../../viewing/playback/plans.tsx';
import { ShareButton } from '../../viewing/playback/share-button.tsx';
import { needsPlan, Stage } from '../../viewing/playback/stage.tsx';
import { Aside, besideLook, WatchSkeleton } from '../../viewing/playback/watch-layout.tsx';
import { boardOf } from '../../viewing/scoreboard/board-of.tsx';
import { ClubRow } from '../clubs/club-grid.tsx';
import { rangeText, StateMark } from './event-state.tsx';
import { MatchData } from './match-data.tsx';
import { MatchHeader } from './match-header.tsx';
import { MatchSides } from './match-sides.tsx';
import { useEventLives, useEventVods, useSportEvent } from './queries.ts';
import { ScoreAlone } from './score.tsx';
import { useChoice } from './use-choice.ts';
import { useScore } from './use-score.ts';
import { useWatchable } from './use-watchable.ts';

// Not of the first part of the page, and there before the moments are.
const momentsPart = import('../../recordings/vods/vod-moments.tsx');
momentsPart.catch(() => undefined);
const VodMoments = lazy(() => momentsPart.then((module) => ({ default: module.VodMoments })));
const EventClips = lazy(() =>
  import('../../recordings/clips/event-clips.tsx').then((module) => ({ default: module.EventClips })),
);
const MatchLog = lazy(() =>
  import('../../recordings/moments/match-log.tsx').then((module) => ({ default: module.MatchLog })),
);
const AfterEnd = lazy(() =>
  import('../../viewing/next/after-end.tsx').then((module) => ({ default: module.AfterEnd })),
);
const AfterLive = lazy(() =>
  import('../../viewing/next/after-live.tsx').then((module) => ({ default: module.AfterLive })),
);

export default function EventPage() {
  const { id = '' } = useParams();
  const { page, goTo } = usePage('videos');
  const { user } = useSession();
  const event = useSportEvent(id);
  const failure = useFailure(event);
  const lives = useEventLives(id);
  const firstVods = useEventVods(id, 1);
  const { choices, value, choose, live, vod, isOnStage, showsClips, showsData } = useChoice(
    id,
    event.data,
    lives,
    firstVods,
  );
  const vods = useEventVods(id, showsClips ? 1 : page);
  const vodId = vod?.id;
  const watchable = useWatchable(live?.slug, vodId);
  const granted = watchable.data?.playback.granted ?? false;
  const staged = granted && isOnStage ? watchable.data : undefined;
  const { stage, moments, reveal, isSettled, jump } = useVodViewing(vodId, staged !== undefined);
  const seenLive = useRef('');
  if (live && staged?.live) seenLive.current = `${id} ${live.startedAt}`;
  // A live's picture is seconds behind: beside it the scoreboard over it tells each goal in time.
  const knowsStage = lives.isFetched && (watchable.isFetched || !watchable.isEnabled);
  const { score, reveal: revealScore } = useScore(knowsStage && !(live && staged) ? event.data : null);
  useTitle(event.data?.title);
  const holds = event.data && (granted || mayWatch(user, event.data));
  // What the server was asked before the payment arrived says no more than that.
  const isJudged = knowsStage && firstVods.isFetched && !(watchable.data && needsPlan(watchable.data.playback));
  const payment = usePaymentReturn(isJudged ? holds : undefined, watchable.isEnabled ? watchable.refetch : undefined);

  const retry = () => {
    for (const query of [event, lives, vods, firstVods, watchable]) if (query.isError) query.refetch();
  };

  if (failure) return <EventFailure error={failure} query={event} onRetry={retry} />;
  if (!event.data) return <WatchSkeleton />;

  const { title, thumbnail, sport, summary, clubs, state, scheduledStartDate, scheduledFinishDate } = event.data;
  const sides = sidesOf(event.data);
  const facts = matchFacts(event.data);
  const others = sides ? clubs.filter(({ id }) => id !== sides.home.id && id !== sides.away.id) : clubs;
  const settled = knowsStage && firstVods.isFetched;
  // What will not be played is not sold; what was recorded of it before still opens by a subscription.
  const sold = state === 'CANCELLED' ? undefined : id;
  const isForSale = settled && !holds && !watchable.isError && payment.state === 'none' && (sold || watchable.data);
  const failed = vods.error ?? firstVods.error ?? (lives.data ? null : lives.error);
  const clips = firstVods.data?.clips;
  const hasLog = score !== null || revealScore !== undefined || state === 'LIVE';
  const log = hasLog && (
    <Suspense fallback={null}>
      <MatchLog event={event.data} score={score} reveal={revealScore} />
    </Suspense>
  );

  const isBeside = staged !== undefined && vod !== undefined;
  return (
    <div className={cx('mx-auto flex w-full flex-col gap-8 px-4 sm:px-8 sm:pt-8', isBeside ? besideLook : 'max-w-300')}>
      <div className="-mx-4 max-sm:[&>*]:rounded-none sm:mx-0">
        {staged ? (
          <Stage
            itemKey={staged.key}
            playback={staged.playback}
            title={title}
            poster={thumbnail}
            sport={sport}
            live={staged.live}
            adClubIds={clubs.map((club) => club.id)}
            renew={async () => (await watchable.refetch()).data?.playback.url}
            scoreboard={boardOf(event.data, vodId)}
            onEnded={() => lives.refetch()}
            afterEnd={
              vod && (
                <Suspense fallback={null}>
                  <AfterEnd key={vod.id} vod={vod} />
                </Suspense>
              )
            }
            {...(vodId !== undefined && stage)}
          />
        ) : (
          <MatchHeader
            event={event.data}
            score={score}
            reveal={revealScore}
            counts={!live && isOn(event.data) && Date.parse(scheduledStartDate) > Date.now()}
          >
            {isForSale && <PriceLine sportEventId={sold} />}
          </MatchHeader>
        )}
        {settled && !live && !vod && seenLive.current.startsWith(`${id} `) && (
          <Suspense fallback={null}>
            <AfterLive
              of={{ itemKey: seenLive.current, event: event.data, clubIds: clubs.map((club) => club.id) }}
              below
            />
          </Suspense>
        )}
      </div>

      {choices.length > 1 && value !== undefined && (
        <div className="relative -mt-4 overflow-x-auto whitespace-nowrap scrollbar-none">
          <Tabs label="Qué ver" choices={choices} value={value} onChange={choose} />
        </div>
      )}
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {(lives.data?.length ?? 0) > 0 && <LiveBadge />}
          <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
          <StateMark state={state} />
          {!showsData && (
            <time
              dateTime={awaitsDate(event.data) ? undefined : scheduledStartDate}
              className="text-small text-muted tabular-nums"
            >
              {rangeText(event.data)}
            </time>
          )}
        </div>
        <h1 className="text-title break-words">{title}</h1>
        {sides ? (
          staged && <MatchSides {...sides} score={score} reveal={revealScore} />
        ) : (
          <ScoreAlone score={score} reveal={revealScore} />
        )}
        {facts && !showsData && <p className="text-small text-muted">{facts}</p>}
        {others.length > 0 && !showsClips && <ClubRow clubs={others} />}
        {summary && !showsClips && <p className="max-w-[68ch] whitespace-pre-line text-muted">{summary}</p>}
      </header>

      {showsClips && (
        <Suspense
          fallback={
            <div className="grid-cards">
              <CardSkeletons count={Math.min(clips || 4, 12)} />
            </div>
          }
        >
          <EventClips eventId={id} sport={sport} count={clips} />
        </Suspense>
      )}
      {showsData && (
        <section
          aria-labelledby="datos"
          className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,45rem)]"
        >
          <h2 id="datos" className="sr-only">
            Datos
          </h2>
          <MatchData event={event.data} />
          {log}
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        {state !== 'FINISHED' && <Notify kind="events" id={id} of={title} />}
        <ShareButton title={title} />
        {isOn(event.data) && Date.parse(scheduledFinishDate) > Date.now() && <AddToCalendar eventId={id} />}
      </div>

      {isBeside && (
        <Aside isBeside className={rowSpans[3 + Number(choices.length > 1) + Number(showsClips || showsData)]}>
          <Suspense fallback={null}>
            <VodMoments
              moments={moments}
              thumbnailsUrl={staged.playback.thumbnailsUrl}
              media={stage.media}
              onJump={jump}
              onReveal={reveal}
            />
          </Suspense>
          {isSettled && !reveal && moments.length === 0 && (
            <p className="hidden text-muted column:block">Todavía no hay jugadas marcadas de este partido.</p>
          )}
        </Aside>
      )}

      <div className="flex min-w-0 flex-col gap-8 empty:hidden column:col-span-full">
        {watchable.isError && !watchable.data && (
          <ErrorState title="No se ha podido abrir el video" message={errorText(watchable.error)} onRetry={retry} />
        )}
        <PaymentNotice {...payment} />
        {isForSale && <Plans sportEventId={sold} />}

        {!showsClips && !showsData && ((vods.data?.total ?? 0) > 0 || failed) && (
          <section aria-labelledby="videos">
            <h2 id="videos" className="mb-4 scroll-mt-24 text-title">
              Videos del Evento
            </h2>
            <div className="grid-cards empty:hidden">
              {vods.data?.vods.map((vod) => (
                <VodMatchCard key={vod.id} vod={vod} />
              ))}
            </div>
            {failed && <ErrorState message={errorText(failed)} onRetry={retry} />}
            <Pagination page={page} totalPages={vods.data?.totalPages ?? 1} onPage={goTo} />
          </section>
        )}
        {settled && !live && !vod && !showsData && log}
        {settled && !live && vods.data?.total === 0 && (
          <EmptyState
            icon="clock"
            title={state === 'CANCELLED' ? 'Este partido se ha cancelado' : 'Todavía no hay videos'}
            text={
              state === 'CANCELLED'
                ? 'No se jugará ni se emitirá.'
                : 'El directo y la grabación aparecerán en esta página.'
            }
          />
        )}
      </div>
    </div>
  );
}

/** As high as the picture, its choices, its title, what is looked up, and its buttons. */
const rowSpans: Record<number, string> = { 3: 'column:row-span-3', 4: 'column:row-span-4', 5: 'column:row-span-5' };

/** For the prices only, while there is nothing to ask the server about: who has paid need not see them. */
function mayWatch(user: User | undefined, event: SportEvent): boolean {
  if (event.isPublic) return true;
  if (!user) return false;
  if (user.role === 'ADMIN' || user.role === 'REGULAR_SUBSCRIBER') return true;
  return user.sportEvents.some((bought) => bought.id === event.id);
}

function EventFailure({
  error,
  query,
  onRetry,
}: {
  error: Error;
  query: Parameters<typeof LoadFailure>[0]['query'];
  onRetry: () => void;
}) {
  if (!isMissing(error)) return <LoadFailure error={error} query={{ ...query, refetch: onRetry }} />;
  return (
    <ErrorState
      heading
      title="Evento no encontrado"
      message="No se pudo cargar la información del evento"
      action={<LinkButton to={paths.calendar}>Ir al calendario</LinkButton>}
    />
  );
}
