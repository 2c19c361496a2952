/** /ad-videos/manage: the ads with priority and visibility; read-only for club staff. */
import { useQueryClient } from '@tanstack/react-query';
import type { AdVideo } from '../../../shared/contract/ads.ts';
import {
  AddressFilterFields,
  useAddressFilters,
  videoStateChoices,
  videoStates,
} from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader, NothingFiltered } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { isProcessing } from '../../features/platform/manage/processing-status.ts';
import { OrderCell, VisibleCell } from '../../features/platform/manage/row-cells.tsx';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { useManagement } from '../../features/platform/manage/use-management.ts';
import { adActions } from '../../features/recordings/ads/bulk-actions.tsx';
import { useAds } from '../../features/recordings/ads/queries.ts';
import { api } from '../../lib/api.ts';
import { capitalise, formatDay, formatDuration } from '../../lib/format.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { ClubChips } from '../../ui/club-chips.tsx';
import { ManageRow, type RowSelection, RowTitle } from '../../ui/manage-list.tsx';
import { MediaStatusPill, MediaThumbnail } from '../../ui/media-thumbnail.tsx';
import { adPriority } from '../../ui/order-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

type Change = { visible: boolean } | { emissionPriority: number | null };

export default function AdsPage() {
  const { staff } = useManagement();
  const filters = useListFilters('ads');
  const more = useAddressFilters(videoStates);
  const ads = useAds({ page: filters.page, search: filters.query.search, ...more.query, state: more.state });
  const selection = useSelection(ads.data?.adVideos ?? []);
  const queries = useQueryClient();
  const change = useInlineChange<AdVideo, Change>('ads', 'adVideos', sendChange, offerUndo);
  const create = staff ? undefined : { to: paths.manage.ads.create, text: 'Subir Anuncio' };

  return (
    <>
      <PageHeading title="Gestión de Anuncios" create={create} />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por título"
          placeholder="Buscar por título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <AddressFilterFields filters={more} states={videoStateChoices} withClubs={!staff} />
        <SavedViews list="ads" filters={filters} />
      </div>
      {!staff && (ads.data?.adVideos.length ?? 0) > 0 && (
        <BulkBar
          selection={selection}
          actions={adActions}
          onChanged={() => queries.invalidateQueries({ queryKey: ['ads'] })}
        />
      )}
      <ListLoader
        label="Anuncios"
        columns={columns}
        isSelectable={!staff}
        list={ads}
        rowsOf={(data) =>
          data.adVideos.map((ad) => (
            <AdRow
              key={ad.id}
              ad={ad}
              selection={staff ? undefined : toRowSelection(selection, ad)}
              onChange={(values) => change(ad, values)}
            />
          ))
        }
        pages={{ ...filters, totalPages: ads.data?.totalPages }}
        empty={
          more.isFiltered ? (
            <NothingFiltered icon="megaphone" title="Ningún anuncio con estos filtros" />
          ) : (
            <EmptyList
              icon="megaphone"
              title="No hay anuncios disponibles"
              text={staff ? 'Aquí aparecerán los anuncios en los que participe tu club.' : undefined}
              create={create}
            />
          )
        }
      />
    </>
  );
}

function AdRow({
  ad,
  selection,
  onChange,
}: {
  ad: AdVideo;
  selection: RowSelection | undefined;
  onChange: (change: Change) => void;
}) {
  const { staff } = useManagement();
  return (
    <ManageRow dimmed={ad.status !== 'FINISHED'} selection={selection}>
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
