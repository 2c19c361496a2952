/** /content/manage: the content videos with order and visibility. */
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedContent } from '../../../shared/contract/content.ts';
import {
  AddressFilterFields,
  useAddressFilters,
  videoStateChoices,
  videoStates,
} from '../../features/platform/manage/address-filters.tsx';
import { toRowSelection, useSelection } from '../../features/platform/manage/bulk.ts';
import { BulkBar } from '../../features/platform/manage/bulk-bar.tsx';
import { FilterSelect } from '../../features/platform/manage/filter-select.tsx';
import { useListFilters } from '../../features/platform/manage/list-filters.ts';
import { EmptyList, ListLoader, NothingFiltered } from '../../features/platform/manage/list-loader.tsx';
import { offerUndo } from '../../features/platform/manage/offer-undo.ts';
import { isProcessing } from '../../features/platform/manage/processing-status.ts';
import { OrderCell, VisibleCell } from '../../features/platform/manage/row-cells.tsx';
import { SavedViews } from '../../features/platform/manage/saved-views.tsx';
import { contentActions } from '../../features/recordings/content/manage/bulk-actions.ts';
import { useCategories, useManagedContents } from '../../features/recordings/content/manage/queries.ts';
import { DeletedItemsButton } from '../../features/recordings/deleted-items/deleted-items-button.tsx';
import { api } from '../../lib/api.ts';
import { capitalise, formatDay, formatDuration } from '../../lib/format.ts';
import { useInlineChange } from '../../lib/inline-change.ts';
import { paths } from '../../lib/paths.ts';
import { useFilter } from '../../lib/use-page.ts';
import { Chip, categoryLook } from '../../ui/badge.tsx';
import { ClubChips } from '../../ui/club-chips.tsx';
import { ManageRow, type RowSelection, RowTitle } from '../../ui/manage-list.tsx';
import { MediaStatusPill, MediaThumbnail } from '../../ui/media-thumbnail.tsx';
import { contentOrder } from '../../ui/order-stepper.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

type Change = { visible: boolean } | { renderOrder: number | null };

export default function ContentsPage() {
  const filters = useListFilters('content');
  const more = useAddressFilters(videoStates);
  const [category, setCategory] = useFilter('categoria');
  const categories = useCategories();
  const videos = useManagedContents({
    page: filters.page,
    search: filters.query.search,
    categoryId: Number(category) || undefined,
    ...more.query,
    state: more.state,
  });
  const selection = useSelection(videos.data?.contentVideos ?? []);
  const queries = useQueryClient();
  const change = useInlineChange<ManagedContent, Change>('managed-contents', 'contentVideos', sendChange, offerUndo);
  const create = { to: paths.manage.content.create, text: 'Subir Contenido' };

  return (
    <>
      <PageHeading title="Contenido" create={create}>
        <DeletedItemsButton kinds={['content']} />
      </PageHeading>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Buscar por título"
          placeholder="Buscar por título..."
          value={filters.search}
          onSearch={filters.setSearch}
        />
        <FilterSelect
          label="Categoría"
          all="Todas las categorías"
          value={category}
          choices={(categories.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          onChange={setCategory}
        />
        <AddressFilterFields filters={more} states={videoStateChoices} />
        <SavedViews list="content" filters={filters} />
      </div>
      {(videos.data?.contentVideos.length ?? 0) > 0 && (
        <BulkBar
          selection={selection}
          actions={contentActions}
          onChanged={() => queries.invalidateQueries({ queryKey: ['managed-contents'] })}
        />
      )}
      <ListLoader
        label="Contenido"
        columns={columns}
        isSelectable
        list={videos}
        rowsOf={(data) =>
          data.contentVideos.map((video) => (
            <ContentRow
              key={video.id}
              video={video}
              selection={toRowSelection(selection, video)}
              onChange={(values) => change(video, values)}
            />
          ))
        }
        pages={{ ...filters, totalPages: videos.data?.totalPages }}
        empty={
          more.isFiltered || category ? (
            <NothingFiltered icon="film" title="Ningún contenido con estos filtros" />
          ) : (
            <EmptyList icon="film" title="No hay contenido disponible" create={create} />
          )
        }
      />
    </>
  );
}

function ContentRow({
  video,
  selection,
  onChange,
}: {
  video: ManagedContent;
  selection: RowSelection;
  onChange: (change: Change) => void;
}) {
  return (
    <ManageRow dimmed={video.status !== 'FINISHED'} selection={selection}>
      <RowTitle
        to={paths.manage.content.edit(video.id)}
        title={video.title}
        picture={<MediaThumbnail src={video.thumbnail} status={video.status} />}
      >
        {video.failure ? (
          <span className="font-medium text-danger">{video.failure}</span>
        ) : (
          [video.duration && formatDuration(video.duration), capitalise(formatDay(video.dateCreated))]
            .filter(Boolean)
            .join(' · ')
        )}
      </RowTitle>
      <span>
        <MediaStatusPill status={video.status} progress={video.progress} />
      </span>
      <span className="flex flex-wrap gap-1">
        <Chip whole look={categoryLook(video.categoryId)}>
          {video.categoryName}
        </Chip>
        <ClubChips clubs={video.clubs} shown={2} />
      </span>
      <OrderCell
        label={`Orden de ${video.title}`}
        value={video.renderOrder}
        rules={contentOrder}
        onChange={(renderOrder) => onChange({ renderOrder })}
      />
      <VisibleCell
        label={`${video.title}: visible`}
        visible={video.visible}
        disabled={isProcessing(video)}
        onChange={(visible) => onChange({ visible })}
      />
    </ManageRow>
  );
}

const columns = [
  { title: 'Contenido', width: 'minmax(0, 1fr)' },
  { title: 'Estado', width: '140px' },
  { title: 'Categoría y clubes', width: '212px' },
  { title: 'Orden', width: '116px' },
  { title: 'Visible', width: '56px' },
];

const sendChange = (id: string, change: Change) => api('PATCH /live/content/{id}', { params: { id }, body: change });
