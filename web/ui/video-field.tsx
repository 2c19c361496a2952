/** Chooses a video by click or drop; the server validates it. */
import { type DragEvent, useId, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { formatSize } from '../lib/format.ts';
import { useMedia } from '../lib/use-media.ts';
import { Icon } from './icon.tsx';

export function VideoField({
  label,
  accept,
  file,
  onFile,
  error,
}: {
  label: string;
  accept: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  error?: string;
}) {
  const id = useId();
  const [over, setOver] = useState(false);
  const isTouch = useMedia('(pointer: coarse)');

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onFile(dropped);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-small font-semibold" id={id}>
        {label}
        <span aria-hidden="true" className="text-danger">
          {' *'}
        </span>
      </span>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex cursor-pointer flex-col items-center gap-1.5 rounded-md border-2 border-dashed px-4 py-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          over ? 'border-accent bg-raised' : 'border-line-strong bg-surface hover:border-text',
        )}
      >
        <Icon name={file ? 'film' : 'upload'} size={28} />
        <span className="max-w-full font-semibold break-words">
          {file ? file.name : isTouch ? 'Elige el video' : 'Arrastra aquí el video o haz clic para elegirlo'}
        </span>
        <span className="text-note text-muted tabular-nums">
          {file ? formatSize(file.size) : 'Hasta 20 GB. Si se corta la conexión, la subida continúa donde estaba.'}
        </span>
        <input
          type="file"
          accept={accept}
          aria-labelledby={id}
          required
          aria-invalid={error ? true : undefined}
          className="sr-only"
          onChange={(event) => onFile(event.target.files?.[0] ?? undefined)}
        />
      </label>
      <div role="alert" className="empty:hidden">
        {error && <p className="text-note font-medium text-danger">{error}</p>}
      </div>
    </div>
  );
}
