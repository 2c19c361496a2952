/** /ad-videos/manage: the ads with priority and visibility; read-only for club staff. */
import type { AdVideo } from '../../../shared/contract/ads.ts';
import { videoStateChoices } from '../../features/platform/back-office/address-filters.tsx';
import { countDone } from '../../features/platform/back-office/bulk.ts';
import type { BulkAction } from '../../features/platform/back-office/bulk-bar.tsx';
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
import { createDeleteAction, listVisibilityActions } from '../../features/platform/back-office/visibility-actions.ts';
import { ClubsOfAds } from '../../features/recordings/ads/clubs-of-ads.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import type { Column } from '../../ui/manage-list.tsx';
import { adPriority } from '../../ui/order-stepper.tsx';

export default function AdsPage() {
  const { isClubStaff, area } = useManagement();
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
        const { data } = await api(`GET /${area}/ad_videos`, { query, signal });
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

type Change = { visible: boolean; version?: number | undefined } | { emissionPriority: number | null };

const sendChange = (id: string, change: Change) => api('PATCH /live/ad_videos/{id}', { params: { id }, body: change });

/** Admins change several ads at once. A deletion asks first, because it cannot be undone. */
const adActions: readonly BulkAction<AdVideo>[] = [
  ...listVisibilityActions<AdVideo>(
    sendChange,
    {
      shown: countDone('anuncio visible', 'anuncios visibles'),
      hidden: countDone('anuncio oculto', 'anuncios ocultos'),
    },
    (ad) => !isProcessing(ad),
  ),
  createDeleteAction((id) => api('DELETE /live/ad_videos/{id}', { params: { id } }), ['anuncio', 'anuncios'], {
    warning: (ads) => (
      <>
        <p>Se borran también sus archivos. Esta acción no se puede deshacer.</p>
        <ClubsOfAds ads={ads} />
      </>
    ),
  }),
];
