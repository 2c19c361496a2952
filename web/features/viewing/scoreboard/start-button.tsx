/** 'El partido empieza aquí', for staff: aligns the scoreboard with a recording whose wall-clock time is unknown. */
import type { RefObject } from 'react';
import { secondsAt } from '../../../../shared/domain/recorded-time.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { useMatchStart, useTimeline } from './queries.ts';

export function StartButton({ vodId, media }: { vodId: string; media: RefObject<HTMLVideoElement | null> }) {
  const { data } = useTimeline(vodId);
  const start = useMatchStart(vodId);
  // The button needs a match whose score was kept.
  const began = data?.steps.find(({ startedAt }) => startedAt !== null)?.startedAt;
  if (!data || began == null) return null;
  const startsAt = data.from === null ? undefined : secondsAt({ from: data.from, gaps: data.gaps }, began);
  return (
    <Button
      kind="secondary"
      icon="clock"
      busy={start.isPending}
      title={
        startsAt === undefined || startsAt < 0
          ? 'Pon el video en el inicio del partido y púlsalo: el marcador y los goles se colocan solos'
          : `El partido empieza en ${formatDuration(startsAt)}`
      }
      onClick={() => start.mutate(media.current?.currentTime ?? 0)}
    >
      El partido empieza aquí
    </Button>
  );
}
