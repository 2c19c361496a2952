/** The figures of a match, a recording or a club: each with its unit and a sentence that explains it. */
import type { ReactNode } from 'react';
import type { QualityFigures } from '../../../../shared/contract/quality.ts';
import { formatBitrate, formatCount, formatSize } from '../../../lib/format.ts';
import { failureTexts, formatRate, formatRung, formatShare, formatWait, formatWatched } from './texts.ts';

export function QualitySummary({ figures }: { figures: QualityFigures }) {
  const { viewers, playedSeconds, goodStarts, startMedianMs, startP95Ms, abandoned, stallsPerHour } = figures;
  const { stallShare, jumpMs, kilobitsPerSecond, bytes } = figures;
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Tile label="Espectadores" value={formatCount(viewers)}>
        {formatWatched(playedSeconds)} en total
      </Tile>
      <Tile label="Arranca en menos de 2 s" value={formatShare(goodStarts)}>
        De quienes quisieron verlo.
        {abandoned > 0 &&
          ` ${formatCount(abandoned)} ${abandoned === 1 ? 'se fue' : 'se fueron'} antes de ver la imagen.`}
      </Tile>
      <Tile label="Primera imagen" value={formatWait(startMedianMs)}>
        La mitad esperó menos; el 95 %, menos de {formatWait(startP95Ms)}.
      </Tile>
      <Tile label="Cortes por hora" value={formatRate(stallsPerHour)}>
        El {formatShare(stallShare)} del tiempo, cargando
      </Tile>
      <Tile label="Al saltar a otro momento" value={formatWait(jumpMs)}>
        Espera media hasta ver la imagen.
      </Tile>
      <Tile label="Datos descargados" value={bytes > 0 ? formatSize(bytes) : '—'}>
        {kilobitsPerSecond === null
          ? 'Ningún navegador los ha comunicado.'
          : `Video de ${formatBitrate(1000 * kilobitsPerSecond)} de media. Los iPhone antiguos no los comunican.`}
      </Tile>
      <Rungs figures={figures} />
      <Failures figures={figures} />
    </dl>
  );
}

function Tile({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col rounded-md border border-line bg-surface p-4">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="mt-1">
        <span className="font-heading text-title font-extrabold tabular-nums">{value}</span>
        <span className="mt-1 block text-note text-muted">{children}</span>
      </dd>
    </div>
  );
}

/** Shades from low to high quality; the list below has the same figures as text. */
const rungShades = ['bg-info/20', 'bg-info/35', 'bg-info/50', 'bg-info/70', 'bg-info/85', 'bg-info'];

function Rungs({ figures: { rungs } }: { figures: QualityFigures }) {
  return (
    <div className="rounded-md border border-line bg-surface p-4 max-sm:col-span-2">
      <dt className="text-small text-muted">Tiempo en cada calidad</dt>
      <dd className="mt-2">
        {rungs.length === 0 && <p className="text-note text-muted">Todavía sin datos.</p>}
        <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-full bg-raised">
          {rungs.map(({ height, share }, at) => (
            <span
              key={height}
              className={rungShades[rungShades.length - rungs.length + at] ?? 'bg-info'}
              style={{ width: `${100 * share}%` }}
            />
          ))}
        </span>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-note tabular-nums">
          {rungs.map(({ height, share }) => (
            <li key={height}>
              {formatRung(height)} <strong>{formatShare(share)}</strong>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

function Failures({ figures: { failures } }: { figures: QualityFigures }) {
  return (
    <div className="rounded-md border border-line bg-surface p-4 max-sm:col-span-2">
      <dt className="text-small text-muted">Fallos que cortaron el video</dt>
      <dd className="mt-1 text-note">
        {failures.length === 0 ? (
          <span className="text-muted">Ninguno.</span>
        ) : (
          <ul className="flex flex-col gap-1">
            {failures.map(({ kind, count }) => (
              <li key={kind} className="flex justify-between gap-3">
                <span>{failureTexts[kind]}</span>
                <strong className="tabular-nums">{formatCount(count)}</strong>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}
