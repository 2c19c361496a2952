/** Saves quality figures as CSV files, with a decimal comma, as Spanish spreadsheets expect. */
import type { QualityFigures, QualityOfSubject, QualityOverview } from '../../../../shared/contract/quality.ts';
import { writeCsv } from '../../../../shared/domain/csv.ts';
import { rungHeights } from '../../../../shared/domain/quality-sums.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { saveFile, toFileName } from '../../../lib/save-file.ts';
import { failureTexts, formatRung, kindTexts } from './texts.ts';

export function saveOverview({ subjects }: QualityOverview): void {
  save('calidad-7-dias', [
    ['Partido o video', 'Tipo', 'Fecha', ...headings],
    ...subjects.map(({ title, kind, date, figures }) => [
      title,
      kindTexts[kind],
      date ? formatDateTime(date) : '',
      ...toCells(figures),
    ]),
  ]);
}

export function saveHours({ subject, hours, total, few }: QualityOfSubject): void {
  save(`calidad ${subject.title}`, [
    ['Hora', ...headings],
    ...hours.map(({ from, figures }) => [formatDateTime(from), ...toCells(figures)]),
    ...(few.figures ? [['Horas con pocos espectadores', ...toCells(few.figures)]] : []),
    ['Total', ...toCells(total)],
  ]);
}

const save = (name: string, lines: string[][]) =>
  saveFile(new Blob([writeCsv(lines)], { type: 'text/csv' }), toFileName(name, 'csv'));

const failures = Object.entries(failureTexts);

const headings = [
  'Espectadores',
  'Horas vistas',
  'Empezaron antes de 2 s (%)',
  'Primera imagen, mediana (s)',
  'Primera imagen, el 95 % (s)',
  'Se fueron sin verla',
  'Paradas',
  'Cortes por hora',
  'Tiempo cargando (%)',
  'Espera al saltar, media (s)',
  'Bits por segundo, media (kbps)',
  'Datos (MB)',
  ...rungHeights.map((height) => `Tiempo a ${formatRung(height)} (%)`),
  ...failures.map(([, text]) => text),
];

function toCells(figures: QualityFigures): string[] {
  const { viewers, playedSeconds, goodStarts, startMedianMs, startP95Ms, abandoned, stalls, stallsPerHour } = figures;
  const { stallShare, jumpMs, kilobitsPerSecond, bytes, rungs } = figures;
  return [
    viewers,
    playedSeconds / 3600,
    percent(goodStarts),
    seconds(startMedianMs),
    seconds(startP95Ms),
    abandoned,
    stalls,
    stallsPerHour,
    percent(stallShare),
    seconds(jumpMs),
    kilobitsPerSecond,
    bytes / 1e6,
    ...rungHeights.map((height) => percent(rungs.find((rung) => rung.height === height)?.share ?? 0)),
    ...failures.map(([kind]) => figures.failures.find((failure) => failure.kind === kind)?.count ?? 0),
  ].map(toNumberText);
}

const percent = (share: number | null) => (share === null ? null : 100 * share);
const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);

const toNumberText = (value: number | null) =>
  value === null ? '' : value.toLocaleString('es-ES', { maximumFractionDigits: 2, useGrouping: false });
