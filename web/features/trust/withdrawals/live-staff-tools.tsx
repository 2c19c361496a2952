/** The tools of staff for a live: they cut clips, and take seconds out. */
import { useNow } from '../../../lib/use-now.ts';
import { ClipsPanel } from '../../recordings/clips/clips-panel.tsx';
import { useLiveMarks } from '../../viewing/scoreboard/use-running-match.ts';
import { WithdrawnPanel } from './withdrawn-panel.tsx';

/** Assumed delay of a live in milliseconds, if the player does not tell it. */
const defaultLagMs = 5_000;
const tickMs = 5_000;

interface Props {
  slug: string;
  startedAt: string;
  eventId: string | undefined;
  /** Returns the wall-clock time of the current frame. */
  date?: () => number | undefined;
}

export function LiveStaffTools({ slug, startedAt, eventId, date }: Props) {
  const now = useNow(tickMs);
  const marks = useLiveMarks(eventId, startedAt);
  const secondsAt = (at: number) => Math.max(0, (at - Date.parse(startedAt)) / 1000);
  const shared = { source: { slug, startedAt }, thumbnailsUrl: undefined };
  return (
    <>
      <ClipsPanel
        {...shared}
        duration={secondsAt(now)}
        moments={marks.map(({ id, label, seconds }) => ({ id, label, timestampMs: 1000 * seconds }))}
        current={() => secondsAt(date?.() ?? Date.now() - defaultLagMs)}
      />
      <WithdrawnPanel
        {...shared}
        duration={() => secondsAt(Date.now())}
        current={() => secondsAt(date?.() ?? Date.now())}
      />
    </>
  );
}
