/** Beside a recording: its moments, or the match's log without the right to watch; and the links to its match. */
import type { Vod } from '../../../../shared/contract/vod.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { hasLog, MatchLinks } from '../../league/events/match-links.tsx';
import type { useVodViewing } from '../../viewing/library/use-vod-viewing.ts';

// The module is requested at once, so that it loads while the data does, although the first paint does not need it.
const timelineModule = import('../../viewing/match-log/recording-timeline.tsx');
timelineModule.catch(() => undefined);
const RecordingTimeline = lazyPart(async () => (await timelineModule).RecordingTimeline);
const MatchLog = lazyPart(async () => (await import('../../viewing/match-log/match-log.tsx')).MatchLog);

interface Props {
  vod: Vod;
  /** True where the viewer came to see how it ends. */
  asks: boolean;
  viewing: ReturnType<typeof useVodViewing>;
}

export function VodMoments({ vod, asks, viewing }: Props) {
  const { playback, sportEvent: event } = vod;
  return (
    <>
      {playback.granted ? (
        <RecordingTimeline {...{ vod, event, viewing, asks }} thumbnailsUrl={playback.thumbnailsUrl} />
      ) : (
        event && hasLog(event) && <MatchLog event={event} score={null} />
      )}
      {/* Waits for the moments above it, so that nothing shifts. */}
      {event && viewing.isSettled && <MatchLinks event={event} />}
    </>
  );
}
