/** The time until the first picture by hour as bars, and all figures of each hour as a table. */
import type { QualityOfSubject } from '../../../../shared/contract/quality.ts';
import { goodStartMs } from '../../../../shared/domain/quality-sums.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { formatRate, formatShare, formatWait, noFigure } from './texts.ts';

const [width, height] = [600, 140];
/** Maximum width of a bar, so that a single hour does not fill the chart. */
const maxBarWidth = 40;

type Hours = QualityOfSubject['hours'];

export function HoursChart({ hours, few }: Pick<QualityOfSubject, 'hours' | 'few'>) {
  return (
    <figure className="rounded-md border border-line bg-surface p-4">
      <figcaption className="mb-3">
        <h2 className="font-body text-body font-semibold">Por horas</h2>
        <p className="text-small text-muted">{summarise(hours)}</p>
      </figcaption>
      {hours.length > 0 && <Bars hours={hours} />}
      <HoursTable hours={hours} few={few} />
    </figure>
  );
}

function Bars({ hours }: { hours: Hours }) {
  const maximum = Math.max(...hours.map(({ figures }) => figures.startP95Ms ?? 0), goodStartMs);
  const step = width / hours.length;
  const barWidth = Math.min(maxBarWidth, step * 0.7);
  const toHeight = (ms: number | null) => ((ms ?? 0) / maximum) * height;
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Espera hasta la primera imagen por horas. ${summarise(hours)}`}
        className="h-36 w-full"
      >
        {hours.map(({ from, figures: { startMedianMs, startP95Ms } }, at) => {
          const x = at * step + (step - barWidth) / 2;
          const [p95Height, medianHeight] = [toHeight(startP95Ms), toHeight(startMedianMs)];
          return (
            <g key={from}>
              <title>{`${formatDateTime(from)}: ${formatWait(startMedianMs)}, ${formatWait(startP95Ms)}`}</title>
              <rect x={x} y={height - p95Height} width={barWidth} height={p95Height} className="fill-info/30" />
              <rect x={x} y={height - medianHeight} width={barWidth} height={medianHeight} className="fill-info" />
            </g>
          );
        })}
        <line
          x1={0}
          x2={width}
          y1={height - toHeight(goodStartMs)}
          y2={height - toHeight(goodStartMs)}
          className="stroke-text"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ul aria-hidden="true" className="mt-2 mb-4 flex flex-wrap gap-x-4 gap-y-1 text-note text-muted">
        <li className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm bg-info" /> La mitad esperó menos
        </li>
        <li className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm bg-info/30" /> El 95 % esperó menos
        </li>
        <li className="flex items-center gap-1.5">
          <span className="w-4 border-t border-dashed border-text" /> 2 segundos
        </li>
      </ul>
    </>
  );
}

function HoursTable({ hours, few }: Pick<QualityOfSubject, 'hours' | 'few'>) {
  return (
    <ScrollRegion label="Calidad por horas" className="overflow-x-auto">
      <table className="w-full min-w-160 text-left text-small tabular-nums">
        <thead className="text-note text-muted">
          <tr>
            {headings.map((heading, at) => (
              <th key={heading} scope="col" className={`py-2 pr-3 font-medium ${at > 0 ? 'text-right' : ''}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(({ from, figures }) => (
            <Row key={from} title={formatDateTime(from)} figures={figures} />
          ))}
          {few.count > 0 && (
            <Row
              title={few.count === 1 ? 'Una hora con pocos espectadores' : `${few.count} horas con pocos espectadores`}
              figures={few.figures}
            />
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Row({ title, figures }: { title: string; figures: Hours[number]['figures'] | null }) {
  const cells = figures
    ? [
        formatCount(figures.viewers),
        formatShare(figures.goodStarts),
        formatWait(figures.startMedianMs),
        formatWait(figures.startP95Ms),
        formatRate(figures.stallsPerHour),
        formatShare(figures.stallShare),
        formatCount(figures.failures.reduce((sum, { count }) => sum + count, 0)),
      ]
    : ['menos de 5', ...Array(headings.length - 2).fill(noFigure)];
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-3 font-normal whitespace-nowrap">
        {title}
      </th>
      {cells.map((cell, at) => (
        <td key={headings[at + 1]} className="py-2 pr-3 text-right whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}

const headings = [
  'Hora',
  'Espectadores',
  'En menos de 2 s',
  'Primera imagen, mediana',
  'El 95 %',
  'Cortes por hora',
  'Tiempo cargando',
  'Fallos',
];

function summarise(hours: Hours): string {
  const worst = hours.toSorted((a, b) => (b.figures.startP95Ms ?? 0) - (a.figures.startP95Ms ?? 0))[0];
  if (!worst) return 'Ninguna hora tuvo cinco espectadores o más: no se muestran por separado.';
  return `La hora con más espera fue ${formatDateTime(worst.from)}: el 95 % tuvo imagen antes de ${formatWait(worst.figures.startP95Ms)}.`;
}
