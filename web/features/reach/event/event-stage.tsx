/** The top of a match page: the player, or else teams and score; after a live, its end screen. */
import { isAhead } from '../../../../shared/domain/match-state.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { MatchHeader } from '../../league/events/match-header.tsx';
import { Offer } from '../../money/payments/plans.tsx';
import { Stage } from '../../viewing/playback/stage.tsx';
import { createScoreboard } from '../../viewing/scoreboard/player-scoreboard.tsx';
import { useLiveMarks } from '../../viewing/scoreboard/use-running-match.ts';
import { NoSignal } from '../alerts/no-signal.tsx';
import type { LoadedEventView } from './use-event-view.ts';

const AfterEnd = lazyPart(async () => (await import('../../viewing/next/recording-end-screen.tsx')).RecordingEndScreen);
const AfterLive = lazyPart(async () => (await import('../../viewing/next/live-end-screen.tsx')).LiveEndScreen);

export function EventStage({ view }: { view: LoadedEventView }) {
  const { event, staged, awaitsStage, live, vod, lives, watchable, viewing, ended } = view;
  const { title, thumbnail, sport, clubs } = event;
  const marks = useLiveMarks(view.fromStart && event.id, view.fromStart?.startedAt ?? null);
  const clubIds = clubs.map((club) => club.id);
  return (
    <div className="max-sm:bleed-gutter max-sm:[&>*]:rounded-none">
      {staged ? (
        <Stage
          itemKey={staged.key}
          playback={staged.playback}
          title={title}
          poster={thumbnail}
          sport={sport}
          live={staged.live}
          startedAt={staged.startedAt}
          {...(view.fromStart && { fromStart: view.fromStart, marks })}
          adClubIds={clubIds}
          renew={async () => (await watchable.refetch()).data?.playback.url}
          scoreboard={createScoreboard(event, vod?.id)}
          playhead={view.playhead}
          onEnded={() => {
            view.forgetRewound();
            lives.refetch();
          }}
          afterEnd={vod && <AfterEnd key={vod.id} vod={vod} />}
          {...(vod && viewing.stage)}
        />
      ) : awaitsStage ? (
        <div className="aspect-video animate-pulse rounded-md bg-raised" />
      ) : (
        <MatchHeader
          event={event}
          score={view.score}
          reveal={view.revealScore}
          showsCountdown={!live && isAhead(event, Date.now())}
        >
          {view.settled && view.state.kind === 'NO_SIGNAL' && <NoSignal event={event} state={view.state} />}
          {view.isForSale && <Offer sale={view.sale} />}
          {view.expectedSale && (
            <div inert className="invisible">
              <Offer sale={view.expectedSale} />
            </div>
          )}
        </MatchHeader>
      )}
      {ended !== undefined && <AfterLive watched={{ itemKey: ended, event, clubIds }} below />}
    </div>
  );
}
