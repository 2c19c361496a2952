/** Buttons for the next and previous moment, relative to the playback position. */
import type { RefObject } from 'react';
import { findMoment } from '../../../lib/find-moment.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

export function MomentSteps({
  moments,
  media,
  onJump,
}: {
  moments: readonly { timestampMs: number }[];
  media: RefObject<HTMLVideoElement | null>;
  onJump: (seconds: number) => void;
}) {
  const step = (by: 1 | -1) => {
    const seconds = moments.map(({ timestampMs }) => timestampMs / 1000);
    const moment = findMoment(seconds, media.current?.currentTime ?? 0, by);
    if (moment !== undefined) onJump(moment);
  };
  return (
    <div className="flex gap-1">
      <IconButton icon="previous" label="Jugada anterior" onClick={() => step(-1)} />
      <IconButton icon="next" label="Siguiente jugada" onClick={() => step(1)} />
    </div>
  );
}
