/** Chooses the 30 seconds of a recording that visitors may watch, with a slider and the pictures of both ends. */
import { useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RangeEdge } from './range-picker.tsx';

const previewSeconds = 30;

interface Props {
  /** Second of the video at which the dialog was opened. */
  at: number;
  duration: number;
  thumbnailsUrl: string | undefined;
  busy: boolean;
  onChoose: (start: number) => void;
  onClose: () => void;
}

export function FreePreviewDialog({ at, duration, thumbnailsUrl, busy, onChoose, onClose }: Props) {
  const last = Math.max(0, Math.floor(duration - previewSeconds));
  const [start, setStart] = useState(() => Math.min(Math.floor(at), last));
  const end = Math.min(duration, start + previewSeconds);
  return (
    <Dialog
      title="Momento gratis"
      onClose={onClose}
      wide
      cancel="Cancelar"
      actions={
        <Button busy={busy} onClick={() => onChoose(start)}>
          Ofrecer este momento
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          Quien todavía no puede ver este partido verá estos {Math.round(end - start)} segundos, una sola vez. Si ya
          había otro momento de tu club, este lo sustituye.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <RangeEdge label="Empieza" second={start} thumbnailsUrl={thumbnailsUrl} />
          <RangeEdge label="Termina" second={end} thumbnailsUrl={thumbnailsUrl} />
        </div>
        <input
          type="range"
          aria-label="Inicio del momento gratis"
          aria-valuetext={formatDuration(start)}
          min={0}
          max={last}
          value={start}
          onChange={(event) => setStart(Number(event.target.value))}
          className="min-h-11 w-full accent-accent"
        />
      </div>
    </Dialog>
  );
}
