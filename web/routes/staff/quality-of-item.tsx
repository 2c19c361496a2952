/** /calidad/partidos/{id}, /calidad/videos/{id} and /calidad/camaras/{id}: playback quality by hour. */
import { useParams } from 'react-router-dom';
import type { QualityKind, QualityOfSubject } from '../../../shared/contract/quality.ts';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { HoursChart } from '../../features/viewing/quality/hours-chart.tsx';
import { saveHours } from '../../features/viewing/quality/quality-csv.ts';
import { QualitySummary } from '../../features/viewing/quality/quality-summary.tsx';
import { useQuality } from '../../features/viewing/quality/queries.ts';
import { explanation, judgeQuality, kindPaths, kindTexts } from '../../features/viewing/quality/texts.ts';
import { capitalise, formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export default function QualityOfItemPage({ kind }: { kind: QualityKind }) {
  const { id = '' } = useParams();
  return (
    <ItemLoader
      query={useQuality(kind, id)}
      missing="Aquí no hay nada que medir"
      foreign={{ title: 'Esto es de otro club' }}
      list={{ to: paths.quality, text: 'Ver toda la calidad' }}
    >
      {(quality) => <QualityOfItem quality={quality} />}
    </ItemLoader>
  );
}

function QualityOfItem({ quality }: { quality: QualityOfSubject }) {
  const { subject, total, hours, few } = quality;
  const { isClubStaff } = useManagement();
  const verdict = judgeQuality(total);
  const mayEdit = subject.kind !== 'cameras' || !isClubStaff;
  const isEmpty = hours.length === 0 && few.count === 0;
  return (
    <>
      <BackOfficeHeading title="Calidad">
        {mayEdit && (
          <LinkButton to={kindPaths[subject.kind].edit(subject.id)} kind="secondary" icon="edit">
            Editar
          </LinkButton>
        )}
        <Button kind="secondary" disabled={isEmpty} onClick={() => saveHours(quality)}>
          Descargar CSV
        </Button>
      </BackOfficeHeading>
      <div className="mb-5">
        <h2 className="text-lead break-words">{subject.title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-muted">
          {[kindTexts[subject.kind], subject.date && capitalise(formatDay(subject.date))].filter(Boolean).join(' · ')}
          {total.viewers > 0 && <StatusPill tone={verdict.tone}>{verdict.text}</StatusPill>}
        </p>
        <p className="mt-3 max-w-3xl text-muted">{explanation}</p>
      </div>
      {isEmpty ? (
        <EmptyState
          icon="chart"
          title="Todavía no lo ha visto nadie"
          text="Las medidas llegan mientras alguien lo ve, un minuto después de empezar."
        />
      ) : total.viewers === 0 ? (
        <EmptyState
          icon="users"
          title="Pocos espectadores"
          text="Se muestra desde cinco espectadores, para que nadie sepa qué vio cada uno."
        />
      ) : (
        <div className="flex flex-col gap-5">
          <QualitySummary figures={total} />
          <HoursChart hours={hours} few={few} />
        </div>
      )}
    </>
  );
}
