import type { QualityFigures, QualityKind } from '../../../../shared/contract/quality.ts';
import type { FailureKind } from '../../../../shared/domain/quality-limits.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { Tone } from '../../../ui/badge.tsx';

export const noFigure = '—';

/** Formats milliseconds: 940 as '0,9 s', 12400 as '12 s'. */
export function formatWait(ms: number | null): string {
  if (ms === null) return noFigure;
  const seconds = ms / 1000;
  return `${seconds.toLocaleString('es-ES', { maximumFractionDigits: seconds < 10 ? 1 : 0 })} s`;
}

/** Formats a share: 0.0042 as '0,4 %', 0.83 as '83 %'. */
export function formatShare(share: number | null): string {
  if (share === null) return noFigure;
  const percent = 100 * share;
  return `${percent.toLocaleString('es-ES', { maximumFractionDigits: percent < 10 ? 1 : 0 })} %`;
}

export const formatRate = (value: number | null): string =>
  value === null ? noFigure : value.toLocaleString('es-ES', { maximumFractionDigits: value < 10 ? 1 : 0 });

/** Formats seconds: 5400 as '1,5 horas vistas', 90 as '2 minutos vistos'. */
export const formatWatched = (seconds: number): string =>
  seconds < 3600
    ? `${Math.round(seconds / 60)} minutos vistos`
    : `${(seconds / 3600).toLocaleString('es-ES', { maximumFractionDigits: seconds < 36_000 ? 1 : 0 })} horas vistas`;

export const formatViewerCount = (viewers: number) =>
  `${formatCount(viewers)} ${viewers === 1 ? 'espectador' : 'espectadores'}`;

export const formatRung = (height: number) => (height === 0 ? 'Sin dato' : `${height}p`);

export const failureTexts: Record<FailureKind, string> = {
  playlist: 'La lista del video no llegó',
  segment: 'Un trozo del video no llegó',
  key: 'La clave del video no llegó',
  decoding: 'El aparato no pudo mostrar la imagen',
  unsupported: 'El navegador no puede reproducir el video',
  other: 'Otro fallo',
};

export interface Verdict {
  tone: Tone;
  text: string;
}

/**
 * `stalled`: share of the time in which the picture stood still. `start`: milliseconds until the first picture for 19
 * of 20 viewers.
 */
const limits = { bad: { stalled: 0.02, start: 6_000 }, fair: { stalled: 0.005, start: 3_000 } };

export function judgeQuality({ stallShare, startP95Ms }: QualityFigures): Verdict {
  const exceeds = ({ stalled, start }: { stalled: number; start: number }) =>
    (stallShare ?? 0) > stalled || (startP95Ms ?? 0) > start;
  if (exceeds(limits.bad)) return { tone: 'danger', text: 'Mal' };
  return exceeds(limits.fair) ? { tone: 'warning', text: 'Regular' } : { tone: 'success', text: 'Bien' };
}

export const kindTexts: Record<QualityKind, string> = {
  sportevents: 'Directo',
  vods: 'Grabación',
  cameras: 'Directo sin partido',
};

export const kindPaths: Record<QualityKind, { quality: (id: string) => string; edit: (id: string) => string }> = {
  sportevents: { quality: paths.eventQuality, edit: paths.manage.events.edit },
  vods: { quality: paths.vodQuality, edit: paths.manage.vods.edit },
  cameras: { quality: paths.cameraQuality, edit: paths.manage.cameras.edit },
};

export const explanation = 'Lo que notaron quienes lo vieron, medido en su reproductor sin guardar quiénes son.';
