/** The file of a new video, validated by name and first bytes before the upload. */
import { type DragEvent, useId, useRef, useState } from 'react';
import {
  hasVideoName,
  hasVideoSignature,
  headBytes,
  notVideo,
  type WantedVideo,
} from '../../../../shared/domain/video-file.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatSize } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Icon } from '../../../ui/icon.tsx';

/** `onAccepted` is called with every valid file. */
export function useVideoFile(wanted: WantedVideo, onAccepted: (file: File) => void) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);

  async function choose(chosen: File | undefined) {
    latest.current = chosen;
    setFile(undefined);
    if (!chosen) return setProblem('El archivo de video es requerido');
    const problem = await validateVideoFile(chosen, wanted);
    // Another file may have been chosen while this one was read.
    if (latest.current !== chosen) return;
    setProblem(problem);
    if (problem) return;
    setFile(chosen);
    onAccepted(chosen);
  }
  return { file, problem, choose, wanted };
}

/** Chooses a video by click or drop; the server validates it. */
export function VideoFileField({ video }: { video: ReturnType<typeof useVideoFile> }) {
  const { file, problem, choose, wanted } = video;
  const id = useId();
  const [over, setOver] = useState(false);
  const isTouch = useMedia('(pointer: coarse)');

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) choose(dropped);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-small font-semibold" id={id}>
        Archivo de video
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
          accept={wanted === 'mp4' ? 'video/mp4,.mp4' : 'video/*'}
          aria-labelledby={id}
          required
          aria-invalid={problem ? true : undefined}
          className="sr-only"
          onChange={(event) => choose(event.target.files?.[0] ?? undefined)}
        />
      </label>
      <div role="alert" className="empty:hidden">
        {problem && <p className="text-note font-medium text-danger">{problem}</p>}
      </div>
    </div>
  );
}

/** Validates a file before its upload; returns the error text, or undefined. */
async function validateVideoFile(file: File, wanted: WantedVideo): Promise<string | undefined> {
  if (!hasVideoName(wanted, file)) return notVideo[wanted];
  if (file.size === 0) return 'El archivo está vacío';
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => undefined);
  // The server checks a file that the browser cannot read.
  return head === undefined || hasVideoSignature(wanted, new Uint8Array(head)) ? undefined : notVideo[wanted];
}
