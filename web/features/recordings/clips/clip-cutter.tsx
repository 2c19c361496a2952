/**
 * The clip editor: two range inputs over preview pictures of the 90 s around the playback position. The window can be
 * moved along the match; the keyboard moves a handle by half a second.
 */
import { type CSSProperties, useState } from 'react';
import { longestClip, shortestClip } from '../../../../shared/domain/clip-length.ts';
import { formatDuration } from '../../../lib/format.ts';
import { findStill } from '../../../player/preview-stills.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useStills } from '../vods/stills.ts';
import './clip-cutter.css';
import { type ClipRange, centreWindow, defaultRange, moveEnd, moveStart, shiftWindow } from './clip-range.ts';
import type { FreeCut } from './queries.ts';

const pictures = 8;
const step = 0.5;

export function ClipCutter({
  at,
  duration,
  thumbnailsUrl,
  clubs,
  busy,
  onCut,
  onClose,
}: {
  /** Playback position when the editor was opened, in seconds. */
  at: number;
  duration: number;
  thumbnailsUrl: string | undefined;
  clubs: readonly { id: string; name: string }[];
  busy: boolean;
  onCut: (cut: FreeCut) => void;
  onClose: () => void;
}) {
  const [shown, setShown] = useState(() => centreWindow(at, duration));
  const [cut, setCut] = useState<ClipRange>(() => defaultRange(at, duration));
  const [title, setTitle] = useState(`Jugada del ${formatDuration(at)}`);
  const [clubId, setClubId] = useState(clubs[0]?.id ?? '');
  const { data: stills = [] } = useStills(thumbnailsUrl);
  // A live has no preview pictures yet.
  const hasPictures = thumbnailsUrl !== undefined;
  const seconds = cut.end - cut.start;
  const toPercent = (second: number) => `${(100 * (second - shown.from)) / (shown.to - shown.from)}%`;
  const moveWindow = (by: number) => {
    const next = shiftWindow(shown, by, duration);
    setShown(next);
    setCut((before) =>
      defaultRange(before.start + (next.from - shown.from) + (before.end - before.start) / 2, duration),
    );
  };
  const renderHandle = (which: 'start' | 'end', label: string, change: typeof moveStart) => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatDuration(cut[which])}
      min={shown.from}
      max={shown.to}
      step={step}
      value={cut[which]}
      onChange={(event) => setCut((before) => change(before, Number(event.target.value), shown))}
      className="cut-handle"
    />
  );

  return (
    <Dialog
      title="Cortar clip"
      onClose={onClose}
      wide
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            busy={busy}
            disabled={title.trim() === ''}
            onClick={() =>
              onCut({ title: title.trim(), start: cut.start, seconds, ...(clubs.length > 1 && { clubId }) })
            }
          >
            Cortar {formatDuration(seconds)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <RangeEdge label="Empieza" second={cut.start} picture={findStill(stills, cut.start)} framed={hasPictures} />
          <RangeEdge label="Termina" second={cut.end} picture={findStill(stills, cut.end)} framed={hasPictures} />
        </div>
        <div className="flex items-center gap-1">
          <IconButton icon="left" label="Antes" disabled={shown.from <= 0} onClick={() => moveWindow(-30)} />
          <div
            className="cut-bar relative h-14 min-w-0 flex-1"
            style={{ '--cut-start': toPercent(cut.start), '--cut-end': toPercent(cut.end) } as CSSProperties}
          >
            <div className="absolute inset-0 flex overflow-hidden rounded-sm bg-raised" aria-hidden="true">
              {Array.from({ length: pictures }, (_, index) => {
                const still = findStill(stills, shown.from + ((index + 0.5) * (shown.to - shown.from)) / pictures);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: fixed positions on the bar
                  <span key={index} className="min-w-0 flex-1">
                    {still && <img src={still} alt="" className="size-full object-cover" />}
                  </span>
                );
              })}
            </div>
            <div className="cut-part" aria-hidden="true" />
            {renderHandle('start', 'Inicio del clip', moveStart)}
            {renderHandle('end', 'Final del clip', moveEnd)}
          </div>
          <IconButton icon="right" label="Después" disabled={shown.to >= duration} onClick={() => moveWindow(30)} />
        </div>
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
          error={title.trim() === '' ? 'El título es requerido' : undefined}
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

export function RangeEdge({
  label,
  second,
  picture,
  framed,
}: {
  label: string;
  second: number;
  picture: string | undefined;
  /** Reserves the picture's space while it loads. */
  framed: boolean;
}) {
  return (
    <figure className="flex flex-col gap-1">
      {framed && (
        <div className="aspect-video overflow-hidden rounded-sm bg-raised">
          {picture && <img src={picture} alt="" className="size-full object-cover" />}
        </div>
      )}
      <figcaption className="text-small tabular-nums">
        {label} en <span className="font-semibold text-text">{formatDuration(second)}</span>
      </figcaption>
    </figure>
  );
}
