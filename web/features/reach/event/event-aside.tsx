/** The timeline beside a recording, or the log beside a live; spans all rows of the other column. */

import { lazyPart } from '../../../lib/lazy-part.tsx';
import { Aside } from '../../viewing/playback/watch-layout.tsx';
import type { LoadedEventView } from './use-event-view.ts';

// The module is requested at once, so that it loads while the data does, although the first paint does not need it.
const timelineModule = import('../../viewing/match-log/recording-timeline.tsx');
timelineModule.catch(() => undefined);
const RecordingTimeline = lazyPart(async () => (await timelineModule).RecordingTimeline);

const LiveLog = lazyPart(async () => (await import('../../viewing/match-log/live-log.tsx')).LiveLog);

export function EventAside({ view, hasChoices }: { view: LoadedEventView; hasChoices: boolean }) {
  const { staged, vod, event, viewing, asks, showsClips, showsData } = view;
  if (!view.isBeside) return null;
  // Reserves the column before the moments are loaded, so that nothing else takes its place.
  if (!staged) return <Aside isBeside className={rowSpans[4]} />;
  const rows = rowSpans[3 + Number(hasChoices) + Number(showsClips || showsData)];
  if (!vod)
    return (
      <Aside isBeside className={rows}>
        <LiveLog event={event} until={view.seenUntil} startedAt={view.fromStart?.startedAt} playhead={view.playhead} />
      </Aside>
    );
  return (
    <Aside isBeside className={rows}>
      <RecordingTimeline {...{ vod, event, viewing, asks }} thumbnailsUrl={staged.playback.thumbnailsUrl} />
    </Aside>
  );
}

/** Classes by number of rows in the other column: picture, choices, title, clips or data, and buttons. */
const rowSpans: Record<number, string> = { 3: 'column:row-span-3', 4: 'column:row-span-4', 5: 'column:row-span-5' };
