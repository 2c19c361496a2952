/** The timeline of a recording: its moments, and its match's log. A click jumps to the picture. */

import { type RefObject, useState } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { toMatchLog } from '../../../../shared/domain/match-log.ts';
import { dateAt, secondsAt } from '../../../../shared/domain/recorded-time.ts';
import { findMoment } from '../../../lib/find-moment.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { hasLog } from '../../league/events/match-links.tsx';
import { useAskedResult } from '../../league/events/use-score.ts';
import type { VodMoment } from '../../recordings/vods/use-vod-moments.ts';
import { MatchTimeline } from './match-timeline.tsx';
import { useRecordingLog } from './queries.ts';
import { earlySeconds, omitScores, toTimeline } from './timeline-rows.ts';

export function RecordingTimeline({
  vod,
  event,
  moments,
  thumbnailsUrl,
  media,
  isSettled,
  onJump,
  onReveal,
  asks = false,
}: {
  vod: { id: string; duration: number | null };
  /** The recording's match, if it has one. */
  event: EventOfItem | null;
  moments: readonly VodMoment[];
  /** Address of the WebVTT with the recording's preview pictures. */
  thumbnailsUrl: string | undefined;
  media: RefObject<HTMLVideoElement | null>;
  /** True once the moments have loaded or failed. */
  isSettled: boolean;
  onJump: (seconds: number) => void;
  /** Reveals moments that could spoil a hidden result; undefined if none are hidden. */
  onReveal?: (() => void) | undefined;
  /** True where the viewer came to see how it ends: no scores until they ask for the result. */
  asks?: boolean;
}) {
  const hasMatchLog = event !== null && hasLog(event);
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  // Without moments, only the log could spoil the result.
  const hidesLog = isHidden && hasMatchLog && moments.length === 0 && !revealed;
  const reveal = onReveal ?? (hidesLog ? () => setRevealed(true) : undefined);
  const { log = emptyLog, time, isPending } = useRecordingLog(vod.id, event, !reveal && hasMatchLog);
  const { isAsked } = useAskedResult(event?.id);
  const omitsScores = asks && !isAsked && event?.score?.phase === 'ENDED';
  const groups = isPending
    ? undefined
    : toTimeline(
        omitsScores ? omitScores(log) : log,
        moments.map(({ id, timestampMs, label, momentType }) => {
          const seconds = timestampMs / 1000;
          return { id, seconds, label, momentType, at: time && dateAt(time, seconds) };
        }),
        (at) => {
          const seconds = time && secondsAt(time, at);
          if (seconds === undefined || seconds < 0 || seconds > (vod.duration ?? 0)) return undefined;
          return Math.max(0, seconds - earlySeconds);
        },
      );
  if (reveal) {
    return (
      <section aria-labelledby="momentos" className="flex flex-col items-start gap-3">
        <h2 id="momentos" className="text-lead">
          Momentos
        </h2>
        <p className="text-muted">Has ocultado los resultados, y los momentos podrían contarte cómo acaba.</p>
        <Button kind="secondary" onClick={reveal}>
          Mostrar momentos
        </Button>
      </section>
    );
  }
  if (groups?.length === 0)
    return event && isSettled && <p className="text-muted">Todavía no hay jugadas marcadas de este partido.</p>;
  return (
    <section aria-labelledby="momentos">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="momentos" className="text-lead">
          Momentos
        </h2>
        {moments.length > 0 && <MomentSteps moments={moments} media={media} onJump={onJump} />}
      </div>
      {groups ? (
        <MatchTimeline
          groups={omitsScores ? groups.map((group) => ({ ...group, points: undefined })) : groups}
          sides={(event?.clubs && listSides(event)) || undefined}
          thumbnailsUrl={thumbnailsUrl}
          onJump={onJump}
        />
      ) : (
        <div className="h-48 animate-pulse rounded-md bg-raised" />
      )}
    </section>
  );
}

const emptyLog = toMatchLog({ sport: 'SOCCER' }, []);

/** Buttons for the next and previous moment, relative to the playback position. */
function MomentSteps({
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
