/** /ad-videos/manage: the ads with priority and visibility; read-only for club staff. */
import type { AdVideo } from '../../../shared/contract/ads.ts';
import { videoStateChoices } from '../../features/platform/back-office/address-filters.tsx';
import {
  clubsColumn,
  orderColumn,
  statusColumn,
  VideoTitle,
  visibleColumn,
} from '../../features/platform/back-office/columns.tsx';
import { useInlineChange } from '../../features/platform/back-office/inline-change.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { isProcessing, videoFreshness } from '../../features/platform/back-office/processing-status.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { adActions } from '../../features/recordings/ads/bulk-actions.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import type { Column } from '../../ui/manage-list.tsx';
import { adPriority } from '../../ui/order-stepper.tsx';

export default function AdsPage() {
  const { isClubStaff } = useManagement();
  const change = useInlineChange<AdVideo, Change>('ads', sendChange);
  const columns: Column<AdVideo>[] = [
    {
      title: 'Anuncio',
      cell: (ad) => <VideoTitle video={ad} to={isClubStaff ? undefined : paths.manage.ads.edit(ad.id)} />,
    },
    statusColumn(),
    clubsColumn('212px', 2),
    orderColumn({
      title: 'Prioridad',
      value: (ad) => ad.emissionPriority,
      rules: adPriority,
      readOnly: isClubStaff,
      onChange: (ad, emissionPriority) => change(ad, { emissionPriority }),
    }),
    visibleColumn(change, { isDisabled: isProcessing, readOnly: isClubStaff }),
  ];
  return (
    <ManagedList
      name="ads"
      listKey="ads"
      title="Gestión de Anuncios"
      label="Anuncios"
      icon="megaphone"
      create={isClubStaff ? undefined : { to: paths.manage.ads.create, text: 'Subir Anuncio' }}
      search={{ label: 'Buscar por título' }}
      filters={{ states: videoStateChoices, hasDate: true, hasClubs: !isClubStaff }}
      read={async (query, signal) => {
        const { data } = await api(isClubStaff ? 'GET /clubStaff/ad_videos' : 'GET /live/ad_videos', { query, signal });
        return { rows: data.adVideos, totalPages: data.totalPages };
      }}
      freshness={videoFreshness}
      actions={isClubStaff ? undefined : adActions}
      texts={{
        empty: 'No hay anuncios disponibles',
        emptyText: isClubStaff ? 'Aquí aparecerán los anuncios en los que participe tu club.' : undefined,
        filtered: 'Ningún anuncio con estos filtros',
      }}
      isDimmed={({ status }) => status !== 'FINISHED'}
      columns={columns}
    />
  );
}

type Change = { visible: boolean } | { emissionPriority: number | null };

const sendChange = (id: string, change: Change) => api('PATCH /live/ad_videos/{id}', { params: { id }, body: change });
