/** /evento/{id}: an event with its player, clubs, videos, clips and details. */
import { useParams } from 'react-router-dom';
import { hasFullAccess } from '../features/league/events/can-watch.ts';
import { headerHeight } from '../features/league/events/match-header.tsx';
import { EventActions } from '../features/reach/event/event-actions.tsx';
import { EventAside } from '../features/reach/event/event-aside.tsx';
import { EventFacts } from '../features/reach/event/event-facts.tsx';
import { EventFailure } from '../features/reach/event/event-failure.tsx';
import { EventLookup } from '../features/reach/event/event-lookup.tsx';
import { EventStage } from '../features/reach/event/event-stage.tsx';
import { EventVideos } from '../features/reach/event/event-videos.tsx';
import { type LoadedEventView, useEventView } from '../features/reach/event/use-event-view.ts';
import { ReportLink } from '../features/trust/matters/report-link.tsx';
import { besideLook } from '../features/viewing/playback/watch-layout.tsx';
import { cx } from '../lib/class-names.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useTitle } from '../lib/use-title.ts';
import { useSession } from '../session/session.tsx';
import { Tabs } from '../ui/tabs.tsx';

const MatchLog = lazyPart(async () => (await import('../features/viewing/match-log/match-log.tsx')).MatchLog);

export default function EventPage() {
  const { id = '' } = useParams();
  const view = useEventView(id);
  const { user } = useSession();
  useTitle(view.event?.title);
  if (view.failure) return <EventFailure error={view.failure} />;
  if (!view.event || !view.state) return <EventSkeleton expectsRecording={hasFullAccess(user)} />;
  return <Match view={{ ...view, event: view.event, state: view.state }} />;
}

function Match({ view }: { view: LoadedEventView }) {
  const { event, choices, value, choose, isBeside, hasLog, score, revealLog } = view;
  const hasChoices = choices.length > 1 && value !== undefined;
  const log = hasLog && (
    <MatchLog event={event} score={score} reveal={revealLog} {...(view.isLiveStaged && { until: view.seenUntil })} />
  );
  return (
    <div className={cx('mx-auto flex w-full flex-col gap-8 px-gutter sm:pt-8', isBeside ? besideLook : 'max-w-400')}>
      <EventStage view={view} />
      {(hasChoices || view.expectsChoices) && (
        <div className="-mt-4 min-h-11.5">
          {hasChoices && <Tabs label="Qué ver" choices={choices} value={value} onChange={choose} />}
        </div>
      )}
      <EventFacts view={view} />
      <EventLookup view={view} log={log} />
      <EventActions event={event} state={view.state}>
        <ReportLink />
      </EventActions>
      <EventAside view={view} hasChoices={hasChoices} />
      <EventVideos view={view} log={log} />
    </div>
  );
}

/**
 * Reserves the space of a player with moments beside it, if `expectsRecording`; otherwise that of the match's header.
 */
function EventSkeleton({ expectsRecording }: { expectsRecording: boolean }) {
  return (
    <div
      role="status"
      className={cx('mx-auto w-full gap-8 px-gutter sm:pt-8', expectsRecording ? besideLook : 'max-w-400')}
    >
      <div className="animate-pulse">
        <span className="sr-only">Cargando</span>
        <div
          className={cx(
            'bg-raised max-sm:bleed-gutter sm:rounded-md',
            expectsRecording ? 'aspect-video' : headerHeight,
          )}
        />
        <div className="mt-8 h-4 w-40 rounded-sm bg-raised" />
        <div className="mt-4 h-8 w-3/5 rounded-sm bg-raised" />
        <div className="mt-4 h-4 w-4/5 rounded-sm bg-raised" />
      </div>
    </div>
  );
}
