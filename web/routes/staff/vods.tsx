/** /vods/manage: the recordings in every state, polled while one is being processed. */
import { Link } from 'react-router-dom';
import type { ManagedVod } from '../../../shared/contract/vod.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { videoStateChoices } from '../../features/platform/back-office/address-filters.tsx';
import { clubsColumn, orderColumn, VideoTitle, visibleColumn } from '../../features/platform/back-office/columns.tsx';
import { useInlineChange } from '../../features/platform/back-office/inline-change.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { isProcessing, videoFreshness } from '../../features/platform/back-office/processing-status.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { DeletedItemsButton } from '../../features/recordings/deleted-items/deleted-items-button.tsx';
import { listVodActions } from '../../features/recordings/vods/manage/bulk-actions.tsx';
import { useAwaitingPublicationCount } from '../../features/recordings/vods/manage/queries.ts';
import { api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFilter } from '../../lib/use-page.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/manage-list.tsx';
import { MediaStatusPill } from '../../ui/media-thumbnail.tsx';
import { vodOrder } from '../../ui/order-stepper.tsx';

export default function VodsPage() {
  const { isClubStaff, area } = useManagement();
  const change = useInlineChange<ManagedVod, Change>('managed-vods', sendChange);
  const awaiting = useAwaitingPublicationCount(!isClubStaff).data ?? 0;
  const [only, setOnly] = useFilter('por-publicar');
  const onlyAwaiting = !isClubStaff && only !== '';
  const columns: Column<ManagedVod>[] = [
    {
      title: 'Video',
      cell: (vod) => <VideoTitle video={vod} to={paths.manage.vods.edit(vod.id)} fact={sportName(vod.sport)} />,
    },
    { title: 'Estado', width: '212px', cell: (vod) => <VodStatus vod={vod} /> },
    clubsColumn('196px', 2),
    orderColumn({
      value: (vod) => vod.renderOrder,
      rules: vodOrder,
      readOnly: isClubStaff,
      onChange: (vod, renderOrder) => change(vod, { renderOrder }),
    }),
    visibleColumn(change, { isDisabled: isProcessing, readOnly: isClubStaff }),
  ];
  return (
    <ManagedList
      name="vods"
      listKey="managed-vods"
      title="Gestión de Videos"
      label="Videos"
      icon="video"
      create={{ to: paths.manage.vods.create, text: 'Subir Video' }}
      buttons={
        !isClubStaff && (
          <>
            {(onlyAwaiting || awaiting > 0) && (
              <Button
                kind={onlyAwaiting ? 'primary' : 'secondary'}
                icon="clock"
                aria-pressed={onlyAwaiting}
                onClick={() => setOnly(onlyAwaiting ? '' : 'si')}
              >
                Por publicar ({formatCount(awaiting)})
              </Button>
            )}
            <DeletedItemsButton kinds={['vods', 'events']} />
          </>
        )
      }
      search={{ label: 'Buscar por título' }}
      hasSports
      filters={{ states: videoStateChoices, hasDate: true, hasClubs: !isClubStaff }}
      extraQuery={onlyAwaiting ? { awaitsPublication: 'true' as const } : {}}
      extraCount={Number(onlyAwaiting)}
      read={async (query, signal) => {
        const { data } = await api(`GET /${area}/vods`, { query, signal });
        return { rows: data.vods, totalPages: data.totalPages };
      }}
      freshness={videoFreshness}
      actions={listVodActions(area)}
      texts={{
        empty: 'No hay videos disponibles',
        filtered: onlyAwaiting ? (
          <EmptyState icon="check" title="Nada por publicar" text="Todo lo que han subido los clubes está decidido." />
        ) : (
          'Ningún video con estos filtros'
        ),
      }}
      isDimmed={({ status }) => status !== 'FINISHED'}
      columns={columns}
    />
  );
}

function VodStatus({
  vod: { id, title, status, progress, isImproving, visible, awaitsPublication },
}: {
  vod: ManagedVod;
}) {
  const finished = status === 'FINISHED';
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <MediaStatusPill status={status} progress={progress} isImproving={isImproving} started="Subiendo" />
      {finished && !visible && <StatusPill tone="info">Hidden</StatusPill>}
      {awaitsPublication && <StatusPill tone="warning">Por publicar</StatusPill>}
      {finished && (
        <Link
          to={paths.vodStats(id)}
          aria-label={`Estadísticas de ${title}`}
          title="Estadísticas"
          className="inline-flex size-8 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-text pointer-coarse:size-11"
        >
          <Icon name="chart" size={18} />
        </Link>
      )}
    </span>
  );
}

type Change = { visible: boolean } | { renderOrder: number | null };

const sendChange = (id: string, change: Change) => api('PATCH /live/vods/{id}', { params: { id }, body: change });
