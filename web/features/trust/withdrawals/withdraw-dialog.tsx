/** Chooses the seconds to withdraw, by their preview pictures. */
import { type ReactNode, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type ClipRange, computeDefaultRange } from '../../recordings/clips/clip-range.ts';
import { RangePicker } from '../../recordings/clips/range-picker.tsx';

const limits = { shortest: 1, longest: 90 };

export function WithdrawDialog({
  at,
  duration,
  thumbnailsUrl,
  busy,
  onWithdraw,
  onClose,
  children,
}: {
  /** Second of the video at which the dialog was opened. */
  at: number;
  duration: number;
  thumbnailsUrl: string | undefined;
  busy: boolean;
  onWithdraw: (range: { from: number; seconds: number }) => void;
  onClose: () => void;
  /** Fields above the pictures. */
  children?: ReactNode;
}) {
  const [range, setRange] = useState<ClipRange>(() => computeDefaultRange(at, duration));
  return (
    <Dialog
      title="Quitar unos segundos"
      onClose={onClose}
      wide
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            kind="danger"
            busy={busy}
            onClick={() => onWithdraw({ from: range.start, seconds: range.end - range.start })}
          >
            Quitar {formatDuration(range.end - range.start)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <RangePicker
          {...{ at, duration, thumbnailsUrl, range, limits }}
          nameWithArticle="de lo que se quita"
          onChange={(change) => setRange(change)}
        />
        <p className="text-small text-muted">
          El video sigue sin esos segundos, y con ellos desaparecen los clips y las imágenes en que salen, también para
          quien haya guardado la dirección. Se quitan unos instantes más a cada lado y se puede deshacer.
        </p>
      </div>
    </Dialog>
  );
}
