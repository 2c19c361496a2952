/** /ad-videos/manage: the ads with priority and visibility; read-only for club staff. */
import type { AdVideo } from '../../../shared/contract/ads.ts';
import { ClubsFilter } from '../../features/platform/manage/clubs-filter.tsx';
import { toIds, useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { isProcessing } from '../../features/platform/manage/processing-status.ts';
import { OrderCell, VisibleCell } from '../../features/platform/manage/row-cells.tsx';
import { useManagement } from '../../features/platform/manage/use-management.ts';
import { useAds } from '../../features/recordings/ads/queries.ts';
import { api } from '../../lib/api.ts';
import { capitalise, formatDay, formatDuration } from '../../lib/format.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { ClubChips } from '../../ui/club-chips.tsx';
import { ManageRow, RowTitle } from '../../ui/manage-list.tsx';
import { MediaStatusPill, MediaThumbnail } from '../../ui/media-thumbnail.tsx';
import { adPriority } from '../../ui/order-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

type Change = { visible: boolean } | { emissionPriority: number | null };

export default function AdsPage() {
  const { staff } = useManagement();
  const filters = useListFilters('ads');
  const ads = useAds({ page: filters.page, search: filters.search || undefined, clubIds: toIds(filters.clubs) });
  const change = useInlineChange<AdVideo, Change>('ads', 'adVideos', sendChange, offerUndo);
  const create = staff ? undefined : { to: paths.manage.ads.create, text: 'Subir Anuncio' };

  return (
    <>
      <PageHeading title="Gestión de Anuncios" create={create} />
      <div className="mb-5 flex flex-wrap items-start gap-3">
        <SearchInput
          label="Buscar por título"
          placeholder="Buscar por título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        {!staff && <ClubsFilter chosen={filters.clubs} onChange={filters.setClubs} />}
      </div>
      <ListLoader
        label="Anuncios"
        columns={columns}
        list={ads}
        rowsOf={(data) =>
          data.adVideos.map((ad) => <AdRow key={ad.id} ad={ad} onChange={(values) => change(ad, values)} />)
        }
        pages={{ ...filters, totalPages: ads.data?.totalPages }}
        empty={
          <EmptyList
            icon="megaphone"
            title="No hay anuncios disponibles"
            text={staff ? 'Aquí aparecerán los anuncios en los que participe tu club.' : undefined}
            create={create}
          />
        }
      />
    </>
  );
}

function AdRow({ ad, onChange }: { ad: AdVideo; onChange: (change: Change) => void }) {
  const { staff } = useManagement();
  return (
    <ManageRow dimmed={ad.status !== 'FINISHED'}>
      <RowTitle
        to={staff ? undefined : paths.manage.ads.edit(ad.id)}
        title={ad.title}
        picture={<MediaThumbnail src={ad.thumbnail} status={ad.status} />}
      >
        {ad.failure ? (
          <span className="font-medium text-danger">{ad.failure}</span>
        ) : (
          [ad.duration && formatDuration(ad.duration), capitalise(formatDay(ad.dateCreated))]
            .filter(Boolean)
            .join(' · ')
        )}
      </RowTitle>
      <span>
        <MediaStatusPill status={ad.status} progress={ad.progress} />
      </span>
      <ClubChips clubs={ad.clubs} shown={2} />
      <OrderCell
        name="Prioridad"
        label={`Prioridad de ${ad.title}`}
        value={ad.emissionPriority}
        rules={adPriority}
        readOnly={staff}
        onChange={(emissionPriority) => onChange({ emissionPriority })}
      />
      <VisibleCell
        label={`${ad.title}: visible`}
        visible={ad.visible}
        readOnly={staff}
        disabled={isProcessing(ad)}
        onChange={(visible) => onChange({ visible })}
      />
    </ManageRow>
  );
}

const columns = [
  { title: 'Anuncio', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '140px' },
  { title: 'Clubes', width: '212px' },
  { title: 'Prioridad', width: '116px' },
  { title: 'Visible', width: '56px' },
];

const sendChange = (id: string, change: Change) => api('PATCH /live/ad_videos/{id}', { params: { id }, body: change });
