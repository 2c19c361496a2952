/** /evento/{id}: an event with its player when there is something to watch, its clubs and its videos (V-EVENT). */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { LiveCard } from '../../../../shared/broadcast/live.ts';
import { awaitsDate, isOn } from '../../../../shared/league/event-state.ts';
import type { SportEvent } from '../../../../shared/league/events.ts';
import { matchFacts, sidesOf } from '../../../../shared/league/match.ts';
import type { User } from '../../../../shared/people/accounts.ts';
import { isSummary } from '../../../../shared/recordings/match-videos.ts';
import type { VodCard } from '../../../../shared/recordings/vods.ts';
import { sportName } from '../../../../shared/sport-name.ts';
import { paths } from '../../../app/paths.ts';
import { useSession } from '../../../app/session.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { isMissing } from '../../../lib/failure.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useFilter, usePage } from '../../../lib/use-page.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { LiveBadge, StatusPill } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import type { Choice } from '../../../ui/select.tsx';
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
import { WatchSkeleton } from '../../viewing/playback/watch-layout.tsx';
import { boardOf } from '../../viewing/scoreboard/board-of.tsx';
import { ClubRow } from '../clubs/club-grid.tsx';
import { rangeText, StateMark } from './event-state.tsx';
import { MatchHeader } from './match-header.tsx';
import { MatchSides } from './match-sides.tsx';
import { useEventLives, useEventVods, useSportEvent } from './queries.ts';
import { ScoreAlone } from './score.tsx';
import { useScore } from './use-score.ts';

// Not of the first part of the page, and there before the moments are.
const momentsPart = import('../../recordings/vods/vod-moments.tsx');
momentsPart.catch(() => undefined);
const VodMoments = lazy(() => momentsPart.then((module) => ({ default: module.VodMoments })));
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
  const vods = useEventVods(id, page);
  const firstVods = useEventVods(id, 1);
  const [wanted, want] = useFilter('ver');
  const choices = choicesOf(lives.data?.[0], firstVods.data?.vods);
  const choice = choices.find(({ value }) => value === wanted) ?? choices[0];
  const live = choice?.value === liveChoice ? lives.data?.[0] : undefined;
  const vod = live ? undefined : firstVods.data?.vods.find((one) => one.id === choice?.value);
  const vodId = vod?.id;
  const watchable = useWatchable(live?.slug, vodId);
  const { stage, moments, reveal, jump } = useVodViewing(vodId, watchable.data?.playback.granted ?? false);
  const seenLive = useRef('');
  if (live && watchable.data?.live && watchable.data.playback.granted) seenLive.current = `${id} ${live.startedAt}`;
  // A live's picture is seconds behind: beside it the scoreboard over it tells each goal in time.
  const knowsStage = lives.isFetched && (watchable.isFetched || !watchable.isEnabled);
  const { score, reveal: revealScore } = useScore(
    knowsStage && !(live && watchable.data?.playback.granted) ? event.data : null,
  );
  useTitle(event.data?.title);
  const holds = event.data && (watchable.data?.playback.granted || mayWatch(user, event.data));
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
  const granted = watchable.data?.playback.granted;
  // What will not be played is not sold; what was recorded of it before still opens by a subscription.
  const sold = state === 'CANCELLED' ? undefined : id;
  const isForSale = settled && !holds && !watchable.isError && payment.state === 'none' && (sold || watchable.data);
  const failed = vods.error ?? firstVods.error ?? (lives.data ? null : lives.error);

  return (
    <div className="mx-auto flex w-full max-w-300 flex-col gap-8 px-4 sm:px-8 sm:pt-8">
      <div className="-mx-4 max-sm:[&>*]:rounded-none sm:mx-0">
        {granted && watchable.data ? (
          <Stage
            itemKey={watchable.data.key}
            playback={watchable.data.playback}
            title={title}
            poster={thumbnail}
            sport={sport}
            live={watchable.data.live}
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

      {choices.length > 1 && choice && (
        <div className="relative -mt-4 overflow-x-auto whitespace-nowrap scrollbar-none">
          <Tabs label="Qué ver" choices={choices} value={choice.value} onChange={want} />
        </div>
      )}
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          {(lives.data?.length ?? 0) > 0 && <LiveBadge />}
          <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
          <StateMark state={state} />
          <time
            dateTime={awaitsDate(event.data) ? undefined : scheduledStartDate}
            className="text-small text-muted tabular-nums"
          >
            {rangeText(event.data)}
          </time>
        </div>
        <h1 className="text-title break-words">{title}</h1>
        {sides ? (
          granted && watchable.data && <MatchSides {...sides} score={score} reveal={revealScore} />
        ) : (
          <ScoreAlone score={score} reveal={revealScore} />
        )}
        {facts && <p className="text-small text-muted">{facts}</p>}
        {others.length > 0 && <ClubRow clubs={others} />}
        {summary && <p className="max-w-[68ch] whitespace-pre-line text-muted">{summary}</p>}
      </header>

      <div className="flex flex-wrap gap-3">
        {state !== 'FINISHED' && <Notify kind="events" id={id} of={title} />}
        <ShareButton title={title} />
        {isOn(event.data) && Date.parse(scheduledFinishDate) > Date.now() && <AddToCalendar eventId={id} />}
      </div>
      <Suspense fallback={null}>
        <VodMoments
          moments={moments}
          thumbnailsUrl={watchable.data?.playback.thumbnailsUrl}
          media={stage.media}
          onJump={jump}
          onReveal={reveal}
        />
      </Suspense>

      {watchable.isError && !watchable.data && (
        <ErrorState title="No se ha podido abrir el video" message={errorText(watchable.error)} onRetry={retry} />
      )}
      <PaymentNotice {...payment} />
      {isForSale && <Plans sportEventId={sold} />}

      {((vods.data?.total ?? 0) > 0 || failed) && (
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
  );
}

const liveChoice = 'directo';

/** What there is to watch of a match: first its live, then itself, then its summary. */
function choicesOf(live: LiveCard | undefined, vods: readonly VodCard[] = []): Choice[] {
  const whole = vods.filter((vod) => !isSummary(vod));
  return [
    ...(live ? [{ value: liveChoice, label: 'Directo' }] : []),
    ...whole.map(({ id }, index) => ({ value: id, label: index === 0 ? 'Video' : `Video ${index + 1}` })),
    ...vods.filter(isSummary).map(({ id }) => ({ value: id, label: 'Resumen' })),
  ];
}

/** The event's live, else its first recording, with the server's decision about it. */
function useWatchable(slug: string | undefined, vodId: string | undefined) {
  const { user, loading } = useSession();
  const query = useQuery({
    queryKey: ['watchable', slug, vodId, user?.id ?? 'visitor'],
    enabled: !loading && (slug !== undefined || vodId !== undefined),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (slug !== undefined) {
        const { liveUser } = (await api('GET /liveusers/{slug}', { params: { slug }, signal })).data;
        return { key: `${slug} ${liveUser.startedAt}`, playback: liveUser.playback, live: true };
      }
      const { vod } = (await api('GET /vods/{id}', { params: { id: vodId ?? '' }, signal })).data;
      return { key: vod.id, playback: vod.playback, live: false };
    },
  });
  return query;
}

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
