/** The clip editor, which chooses part and title. */
import { useState } from 'react';
import { longestClip, shortestClip } from '../../../../shared/domain/clip-length.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type ClipRange, computeDefaultRange } from './clip-range.ts';
import type { FreeCut } from './queries.ts';
import { RangePicker } from './range-picker.tsx';

interface Props {
  /** Second of the video at which the editor was opened. */
  at: number;
  duration: number;
  thumbnailsUrl: string | undefined;
  clubs: readonly { id: string; name: string }[];
  busy: boolean;
  onCut: (cut: FreeCut) => void;
  onClose: () => void;
}

export function ClipCutter({ at, duration, thumbnailsUrl, clubs, busy, onCut, onClose }: Props) {
  const [cut, setCut] = useState<ClipRange>(() => computeDefaultRange(at, duration));
  const [title, setTitle] = useState(`Jugada del ${formatDuration(at)}`);
  const [clubId, setClubId] = useState(clubs[0]?.id ?? '');
  // A live has no preview pictures yet.
  const hasPictures = thumbnailsUrl !== undefined;
  const seconds = cut.end - cut.start;

  return (
    <Dialog
      title="Cortar clip"
      onClose={onClose}
      wide
      cancel="Cancelar"
      actions={
        <Button
          busy={busy}
          disabled={isBlank(title)}
          onClick={() => onCut({ title: title.trim(), start: cut.start, seconds, ...(clubs.length > 1 && { clubId }) })}
        >
          Cortar {formatDuration(seconds)}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RangePicker
          {...{ at, duration, thumbnailsUrl }}
          nameWithArticle="del clip"
          range={cut}
          onChange={(change) => setCut(change)}
        />
        <p className="text-note">
          De {shortestClip} a {longestClip} segundos.
          {!hasPictures && ' Guíate por el tiempo: las imágenes llegan con la grabación.'}
        </p>
        <TextInput
          label="Título"
          required
          maxLength={200}
          autoComplete="off"
          value={title}
          error={isBlank(title) ? 'El título es requerido' : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        {clubs.length > 1 && (
          <Select
            label="Club"
            hint="Su escudo irá en la esquina del clip."
            choices={clubs.map(({ id, name }) => ({ value: id, label: name }))}
            value={clubId}
            onChange={(event) => setClubId(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
