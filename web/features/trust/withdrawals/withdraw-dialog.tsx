/** Chooses the seconds to withdraw, by their preview pictures. */
import { type ReactNode, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type ClipRange, computeDefaultRange } from '../../recordings/clips/clip-range.ts';
import type { ClipSource } from '../../recordings/clips/queries.ts';
import { RangePicker } from '../../recordings/clips/range-picker.tsx';
import { type Removal, useWouldRemove } from './queries.ts';

const limits = { shortest: 1, longest: 90 };

export function WithdrawDialog({
  source,
  at,
  duration,
  cuts,
  thumbnailsUrl,
  busy,
  onWithdraw,
  onClose,
  children,
}: {
  source: ClipSource;
  /** Second of the video at which the dialog was opened. */
  at: number;
  duration: number;
  /** The ranges that `duration` and the pictures leave out. */
  cuts: string;
  thumbnailsUrl: string | undefined;
  busy: boolean;
  onWithdraw: (removal: Removal) => void;
  onClose: () => void;
  /** Fields above the pictures. */
  children?: ReactNode;
}) {
  const [range, setRange] = useState<ClipRange>(() => computeDefaultRange(at, duration));
  const chosen = { from: range.start, seconds: range.end - range.start };
  const removed = useWouldRemove(source, chosen, cuts);
  return (
    <Dialog
      title="Quitar unos segundos"
      onClose={onClose}
      wide
      cancel="Cancelar"
      actions={
        <Button kind="danger" busy={busy} onClick={() => onWithdraw({ ...chosen, cuts })}>
          Quitar {formatDuration(removed?.seconds ?? chosen.seconds)}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <RangePicker
          {...{ at, duration, thumbnailsUrl, range, limits }}
          nameWithArticle="de lo que se quita"
          onChange={(change) => setRange(change)}
        />
        <p role="status" className="min-h-12 font-medium sm:min-h-6">
          {removed &&
            `Se quitará de ${formatDuration(removed.from)} a ${formatDuration(removed.from + removed.seconds)}: el video se corta por trozos enteros.`}
        </p>
        <p className="text-small text-muted">
          El video sigue sin esos segundos, y con ellos desaparecen los clips y las imágenes en que salen, también para
          quien haya guardado la dirección. Se puede deshacer.
        </p>
      </div>
    </Dialog>
  );
}
