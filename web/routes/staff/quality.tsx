/** /calidad: playback quality of the last seven days, the worst matches and recordings first. */
import type { QualityOverview } from '../../../shared/contract/quality.ts';
import { pillColumn } from '../../features/platform/back-office/columns.tsx';
import { ListLoader } from '../../features/platform/back-office/list-loader.tsx';
import { saveOverview } from '../../features/viewing/quality/quality-csv.ts';
import { QualitySummary } from '../../features/viewing/quality/quality-summary.tsx';
import { useQualityOverview } from '../../features/viewing/quality/queries.ts';
import {
  explanation,
  formatRate,
  formatShare,
  formatViewerCount,
  formatWait,
  judgeQuality,
  kindPaths,
  kindTexts,
} from '../../features/viewing/quality/texts.ts';
import { capitalise, formatCount, formatDay } from '../../lib/format.ts';
import { usePage } from '../../lib/use-page.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CellLabel, type Column, RowText } from '../../ui/manage-list.tsx';

const rowsPerPage = 25;

export default function QualityPage() {
  const pages = usePage();
  const list = useQualityOverview();
  const { data } = list;
  const totalPages = Math.max(1, Math.ceil((data?.subjects.length ?? 0) / rowsPerPage));
  const first = (Math.min(pages.page, totalPages) - 1) * rowsPerPage;
  return (
    <>
      <BackOfficeHeading title="Calidad">
        <Button
          kind="secondary"
          disabled={!data || data.subjects.length === 0}
          onClick={() => data && saveOverview(data)}
        >
          Descargar CSV
        </Button>
      </BackOfficeHeading>
      <p className="mb-5 max-w-3xl text-muted">
        {explanation} Estos son los últimos siete días, lo peor primero; se actualiza cada cuarto de hora.
      </p>
      {data && data.subjects.length > 0 && (
        <section aria-label="Todos los partidos y videos" className="mb-6">
          <QualitySummary figures={data.total} />
        </section>
      )}
      <ListLoader
        label="Calidad por partido y video"
        columns={columns}
        list={list}
        rows={data?.subjects.slice(first, first + rowsPerPage)}
        pages={{ ...pages, totalPages }}
        empty={
          <EmptyState
            icon="chart"
            title="Todavía no hay bastantes espectadores"
            text="Aquí aparecerán los partidos y videos que vean al menos cinco personas."
          />
        }
      />
      {data && data.few.count > 0 && <p className="mt-4 text-small text-muted">{describeFew(data.few)}</p>}
    </>
  );
}

function describeFew({ count, figures }: QualityOverview['few']): string {
  const what = count === 1 ? 'Un partido o video tuvo' : `${formatCount(count)} partidos o videos tuvieron`;
  if (!figures) return `${what} pocos espectadores: no se muestran para que nadie sepa qué vio cada uno.`;
  return `${what} pocos espectadores. Juntos: ${formatViewerCount(figures.viewers)}, primera imagen en ${formatWait(figures.startMedianMs)}, ${formatShare(figures.stallShare)} del tiempo cargando.`;
}

type Subject = QualityOverview['subjects'][number];

const columns: Column<Subject>[] = [
  {
    title: 'Partido o video',
    cell: ({ kind, id, title, date }) => (
      <RowText to={kindPaths[kind].quality(id)} title={title}>
        {[kindTexts[kind], date && capitalise(formatDay(date))].filter(Boolean).join(' · ')}
      </RowText>
    ),
  },
  pillColumn('Nota', '84px', ({ figures }) => judgeQuality(figures)),
  labelledColumn('Espectadores', '100px', ({ viewers }) => formatCount(viewers)),
  labelledColumn('En menos de 2 s', '112px', ({ goodStarts }) => formatShare(goodStarts)),
  labelledColumn(
    'Mediana · El 95 %',
    '136px',
    ({ startMedianMs, startP95Ms }) => `${formatWait(startMedianMs)} · ${formatWait(startP95Ms)}`,
  ),
  labelledColumn('Cortes por hora', '116px', ({ stallsPerHour }) => formatRate(stallsPerHour)),
  labelledColumn('Tiempo cargando', '104px', ({ stallShare }) => formatShare(stallShare)),
];

function labelledColumn(
  title: string,
  width: string,
  format: (figures: Subject['figures']) => string,
): Column<Subject> {
  return {
    title,
    width,
    isNumber: true,
    cell: ({ figures }) => (
      <span className="flex items-baseline gap-1.5 text-small whitespace-nowrap tabular-nums @[860px]:block @[860px]:text-right">
        <CellLabel>{title}</CellLabel>
        {format(figures)}
      </span>
    ),
  };
}
