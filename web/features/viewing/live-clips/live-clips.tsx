import { useNow } from '../../../lib/use-now.ts';
import { ClipsPanel } from '../../recordings/clips/clips-panel.tsx';
import { useLiveMarks } from '../scoreboard/use-running-match.ts';

/** Assumed delay of a live in milliseconds, if the player does not tell it. */
const defaultLagMs = 5_000;
const tickMs = 5_000;

export function LiveClips({
  slug,
  startedAt,
  eventId,
  date,
}: {
  slug: string;
  startedAt: string;
  eventId: string | undefined;
  /** Returns the wall-clock time of the current frame. */
  date?: () => number | undefined;
}) {
  const now = useNow(tickMs);
  const marks = useLiveMarks(eventId, startedAt);
  const began = Date.parse(startedAt);
  return (
    <ClipsPanel
      source={{ slug, startedAt }}
      duration={Math.max(0, (now - began) / 1000)}
      moments={marks.map(({ id, label, seconds }) => ({ id, label, timestampMs: 1000 * seconds }))}
      thumbnailsUrl={undefined}
      current={() => Math.max(0, ((date?.() ?? Date.now() - defaultLagMs) - began) / 1000)}
    />
  );
}
