/** The tools of staff below a live: they cut clips, and take seconds out. */
import { LiveClips } from '../../viewing/live-clips/live-clips.tsx';
import { WithdrawnPanel } from './withdrawn-panel.tsx';

export function LiveStaffTools({
  slug,
  startedAt,
  eventId,
  date,
}: {
  slug: string;
  startedAt: string;
  eventId: string | undefined;
  /** Returns the wall-clock time of the current frame. */
  date: () => number | undefined;
}) {
  const secondsAt = (at: number) => Math.max(0, (at - Date.parse(startedAt)) / 1000);
  return (
    <>
      <LiveClips slug={slug} startedAt={startedAt} eventId={eventId} date={date} />
      <WithdrawnPanel
        source={{ slug, startedAt }}
        duration={() => secondsAt(Date.now())}
        thumbnailsUrl={undefined}
        current={() => secondsAt(date() ?? Date.now())}
      />
    </>
  );
}
