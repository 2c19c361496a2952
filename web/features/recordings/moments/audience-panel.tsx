import { useQuery } from '@tanstack/react-query';
import type { Moment } from '../../../../shared/contract/moments.ts';
import type { ManagedVod } from '../../../../shared/contract/vod.ts';
import { api } from '../../../lib/api.ts';
import { formatCount, formatDuration } from '../../../lib/format.ts';
import { Fact, Panel } from '../../../ui/form-layout.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';

export function AudiencePanel({ vod, moments }: { vod: ManagedVod; moments: readonly Moment[] }) {
  const { data, error } = useQuery({
    queryKey: ['audience', vod.id],
    queryFn: async ({ signal }) =>
      (await api('GET /live/vods/{id}/audience', { params: { id: vod.id }, signal })).data.audience,
  });
  if (error && !data) return <LoadFailure error={error} />;
  const formatFigure = (value: number | undefined) => (value === undefined ? '—' : formatCount(value));
  return (
    <Panel title="Audiencia">
      <dl className="mb-4">
        <Fact label="Espectadores únicos">{formatFigure(data?.uniqueViewers)}</Fact>
        <Fact label="Reproducciones">{formatFigure(data?.plays)}</Fact>
        {data?.livePeak != null && <Fact label="Máximo a la vez en directo">{formatCount(data.livePeak)}</Fact>}
      </dl>
      {data && vod.duration && data.parts.some((viewers) => viewers > 0) ? (
        <AudienceCurve parts={data.parts} seconds={vod.duration} moments={moments} />
      ) : (
        <p className="text-small text-muted">
          {data ? 'La curva de audiencia aparecerá cuando alguien vea el video.' : 'Cargando la audiencia…'}
        </p>
      )}
    </Panel>
  );
}

const width = 600;
const height = 120;
const maxTableRows = 20;

interface AudienceCurveProps {
  /** Viewers of each part; all parts are equally long. */
  parts: readonly number[];
  seconds: number;
  moments: readonly Moment[];
}

function AudienceCurve({ parts: measured, seconds, moments }: AudienceCurveProps) {
  const parts = mergeParts(measured, seconds);
  const maximum = Math.max(...parts, 1);
  const busiestPart = parts.indexOf(Math.max(...parts));
  const formatPartTime = (part: number) => formatDuration((part / parts.length) * seconds);
  const summary = `Empieza con ${formatCount(measured[0] ?? 0)} espectadores, llega a ${formatCount(maximum)} en ${formatPartTime(busiestPart)} y termina con ${formatCount(measured.at(-1) ?? 0)}.`;
  return (
    <figure className="flex flex-col gap-2">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Curva de audiencia. ${summary}`}
        className="h-32 w-full overflow-visible"
      >
        <path
          d={toAreaPath(parts, maximum)}
          className="fill-info/15 stroke-info"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        {moments.map(({ id, timestampMs, label }) => {
          const x = Math.min(width, (timestampMs / 1000 / seconds) * width);
          return (
            <line
              key={id}
              x1={x}
              x2={x}
              y1={0}
              y2={height}
              className="stroke-text"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            >
              <title>{`${formatDuration(timestampMs / 1000)} · ${label}`}</title>
            </line>
          );
        })}
      </svg>
      <div aria-hidden="true" className="flex justify-between text-note text-muted tabular-nums">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatDuration(share * seconds)}</span>
        ))}
      </div>
      <figcaption className="text-small text-muted">{summary}</figcaption>
      <details className="text-small">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Ver como tabla</summary>
        <table className="w-full text-left tabular-nums">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Tramo
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Espectadores
              </th>
              <th scope="col" className="py-1 pl-4 font-medium">
                Momentos
              </th>
            </tr>
          </thead>
          <tbody>
            {toTableRows(parts).map(({ from, to, viewers }) => (
              <tr key={from} className="border-t border-line">
                <th
                  scope="row"
                  className="py-1 font-normal whitespace-nowrap"
                >{`${formatPartTime(from)}–${formatPartTime(to)}`}</th>
                <td className="py-1 text-right">{formatCount(viewers)}</td>
                <td className="py-1 pl-4 break-words">
                  {moments
                    .filter(({ timestampMs }) => {
                      const part = (timestampMs / 1000 / seconds) * parts.length;
                      return part >= from && part < to;
                    })
                    .map(({ label }) => label)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Seconds. Viewers report their position every few seconds: in a short video, shorter steps would show noise. */
const shortestStep = 5;

/**
 * Merges parts into steps of at least `shortestStep` seconds. A step has its parts' maximum, so that no viewer is lost.
 */
export function mergeParts(parts: readonly number[], seconds: number): number[] {
  const size = Math.max(1, Math.ceil((shortestStep * parts.length) / seconds));
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, index) =>
    Math.max(...parts.slice(index * size, (index + 1) * size)),
  );
}

/** Draws the curve in steps, because each part is one number. */
function toAreaPath(parts: readonly number[], maximum: number): string {
  const step = width / parts.length;
  const line = parts.map((viewers, index) => {
    const y = height - (viewers / maximum) * (height - 4);
    return `L${(index * step).toFixed(1)} ${y.toFixed(1)}L${((index + 1) * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M0 ${height}${line.join('')}L${width} ${height}Z`;
}

/** Computes the table's rows, each the mean of several parts, to keep the table short. */
function toTableRows(parts: readonly number[]) {
  const size = Math.ceil(parts.length / maxTableRows);
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, index) => {
    const from = index * size;
    const mergedParts = parts.slice(from, from + size);
    return {
      from,
      to: from + mergedParts.length,
      viewers: Math.round(mergedParts.reduce((sum, viewers) => sum + viewers, 0) / mergedParts.length),
    };
  });
}
