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
import { Section } from '../../../ui/section.tsx';
import { hasLog } from '../../league/events/match-links.tsx';
import { useAskedResult } from '../../league/events/use-score.ts';
import type { useVodViewing } from '../library/use-vod-viewing.ts';
import { MatchTimeline } from './match-timeline.tsx';
import { useRecordingLog } from './queries.ts';
import { earlySeconds, omitScores, toTimeline } from './timeline-rows.ts';

interface Props {
  vod: { id: string; duration: number | null };
  /** The recording's match, if it has one. */
  event: EventOfItem | null;
  viewing: ReturnType<typeof useVodViewing>;
  /** Address of the WebVTT with the recording's preview pictures. */
  thumbnailsUrl: string | undefined;
  /** True where the viewer came to see how it ends: no scores until they ask for the result. */
  asks: boolean;
}

export function RecordingTimeline({ vod, event, viewing, thumbnailsUrl, asks }: Props) {
  const { stage, moments, isSettled, jump } = viewing;
  const hasMatchLog = event !== null && hasLog(event);
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  // Without moments, only the log could spoil the result.
  const hidesLog = isHidden && hasMatchLog && moments.length === 0 && !revealed;
  const reveal = viewing.reveal ?? (hidesLog ? () => setRevealed(true) : undefined);
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
      <Section title="Momentos" className="flex flex-col items-start gap-3">
        <p className="text-muted">Has ocultado los resultados, y los momentos podrían contarte cómo acaba.</p>
        <Button kind="secondary" onClick={reveal}>
          Mostrar momentos
        </Button>
      </Section>
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
        {moments.length > 0 && <MomentSteps moments={moments} media={stage.media} onJump={jump} />}
      </div>
      {groups ? (
        <MatchTimeline
          groups={omitsScores ? groups.map((group) => ({ ...group, points: undefined })) : groups}
          sides={(event?.clubs && listSides(event)) || undefined}
          thumbnailsUrl={thumbnailsUrl}
          onJump={jump}
        />
      ) : (
        <div className="h-48 animate-pulse rounded-md bg-raised" />
      )}
    </section>
  );
}

const emptyLog = toMatchLog({ sport: 'SOCCER' }, []);

interface MomentStepsProps {
  moments: readonly { timestampMs: number }[];
  media: RefObject<HTMLVideoElement | null>;
  onJump: (seconds: number) => void;
}

/** Buttons for the next and previous moment, relative to the playback position. */
function MomentSteps({ moments, media, onJump }: MomentStepsProps) {
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
