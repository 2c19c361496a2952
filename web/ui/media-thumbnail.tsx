/** The picture of an item that may still be processed, blurred and grey until it is ready. */
import type { MediaStatus, Sport } from '../../shared/contract/schema.ts';
import { StatusPill, type Tone } from './badge.tsx';
import { Spinner } from './spinner.tsx';
import { Thumbnail } from './thumbnail.tsx';

export function MediaThumbnail({ src, status, sport }: { src: string | null; status: MediaStatus; sport?: Sport }) {
  const imageLook = { SENT: 'blur-sm grayscale', STARTED: 'blur-sm', FINISHED: undefined, FAILED: 'grayscale' }[status];
  return (
    <Thumbnail src={src} kind={sport} imageClassName={imageLook} className="rounded-sm!">
      {(status === 'SENT' || status === 'STARTED') && (
        <span className="absolute inset-0 grid place-items-center bg-scrim text-on-live">
          <Spinner size={24} />
        </span>
      )}
    </Thumbnail>
  );
}

interface Props {
  status: MediaStatus;
  /** Plays already, while an encoding is to come. */
  isImproving?: boolean | undefined;
  progress?: number | null;
  started?: string;
}

/** `started` is the text before the percentage: 'Subiendo' in the list of recordings, 'Procesando' elsewhere. */
export function MediaStatusPill({ status, progress, isImproving = false, started = 'Procesando' }: Props) {
  const { text, tone } = states[status];
  if (isImproving) return <StatusPill tone="success">Ya se ve · mejorando la calidad</StatusPill>;
  // The normal state stays unobtrusive.
  if (status === 'FINISHED') return <span className="text-note text-muted">{text}</span>;
  return <StatusPill tone={tone}>{status === 'STARTED' ? describeStarted(started, progress) : text}</StatusPill>;
}

const describeStarted = (started: string, progress: number | null | undefined) =>
  !progress ? started : started === 'Procesando' ? `${started} ${progress} %` : `${started} · procesando ${progress} %`;

const states: Record<MediaStatus, { text: string; tone: Tone }> = {
  SENT: { text: 'En cola', tone: 'neutral' },
  STARTED: { text: 'Procesando', tone: 'warning' },
  FINISHED: { text: 'Finalizado', tone: 'success' },
  FAILED: { text: 'Desconocido', tone: 'danger' },
};
