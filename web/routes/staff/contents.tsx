/** /content/manage: the content videos with order and visibility. */
import type { ManagedContent } from '../../../shared/contract/content.ts';
import { videoStateChoices } from '../../features/platform/back-office/address-filters.tsx';
import { countDone } from '../../features/platform/back-office/bulk.ts';
import type { BulkAction } from '../../features/platform/back-office/bulk-bar.tsx';
import { orderColumn, statusColumn, VideoTitle, visibleColumn } from '../../features/platform/back-office/columns.tsx';
import { FilterSelect } from '../../features/platform/back-office/filter-select.tsx';
import { useInlineChange } from '../../features/platform/back-office/inline-change.ts';
import { ManagedList } from '../../features/platform/back-office/managed-list.tsx';
import { isProcessing, isRecoverable, videoFreshness } from '../../features/platform/back-office/processing-status.ts';
import {
  createDeleteAction,
  listVisibilityActions,
  recoverItem,
} from '../../features/platform/back-office/visibility-actions.ts';
import { useCategories } from '../../features/recordings/content/manage/queries.ts';
import { DeletedItemsButton } from '../../features/recordings/deleted-items/deleted-items-button.tsx';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useFilter } from '../../lib/use-page.ts';
import { Chip, chooseCategoryLook } from '../../ui/badge.tsx';
import { ClubChips } from '../../ui/club-chips.tsx';
import type { Column } from '../../ui/manage-list.tsx';
import { contentOrder } from '../../ui/order-stepper.tsx';

export default function ContentsPage() {
  const change = useInlineChange<ManagedContent, Change>('managed-contents', sendChange);
  const [category, setCategory] = useFilter('categoria');
  const categories = useCategories();
  const columns: Column<ManagedContent>[] = [
    { title: 'Contenido', cell: (video) => <VideoTitle video={video} to={paths.manage.content.edit(video.id)} /> },
    statusColumn(),
    {
      title: 'Categoría y clubes',
      width: '212px',
      cell: ({ categoryId, categoryName, clubs }) => (
        <span className="flex flex-wrap gap-1">
          <Chip isFullWidth look={chooseCategoryLook(categoryId)}>
            {categoryName}
          </Chip>
          <ClubChips clubs={clubs} shown={2} />
        </span>
      ),
    },
    orderColumn({
      value: (video) => video.renderOrder,
      rules: contentOrder,
      onChange: (video, renderOrder) => change(video, { renderOrder }),
    }),
    visibleColumn(change, { isDisabled: isProcessing }),
  ];
  return (
    <ManagedList
      name="content"
      listKey="managed-contents"
      title="Contenido"
      label="Contenido"
      icon="film"
      create={{ to: paths.manage.content.create, text: 'Subir Contenido' }}
      buttons={<DeletedItemsButton kinds={['content']} />}
      search={{ label: 'Buscar por título' }}
      filters={{ states: videoStateChoices, hasDate: true, hasClubs: true }}
      extraFilters={
        <FilterSelect
          label="Categoría"
          all="Todas las categorías"
          value={category}
          choices={(categories.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          onChange={setCategory}
        />
      }
      extraQuery={{ categoryId: Number(category) || undefined }}
      extraCount={Number(category !== '')}
      read={async (query, signal) => {
        const { data } = await api('GET /live/content', { query, signal });
        return { rows: data.contentVideos, totalPages: data.totalPages };
      }}
      freshness={videoFreshness}
      actions={contentActions}
      texts={{ empty: 'No hay contenido disponible', filtered: 'Ningún contenido con estos filtros' }}
      isDimmed={({ status }) => status !== 'FINISHED'}
      columns={columns}
    />
  );
}

type Change = { visible: boolean } | { renderOrder: number | null };

const sendChange = (id: string, change: Change) => api('PATCH /live/content/{id}', { params: { id }, body: change });

const contentActions: readonly BulkAction<ManagedContent>[] = [
  ...listVisibilityActions<ManagedContent>(
    sendChange,
    { shown: countDone('video publicado', 'videos publicados'), hidden: countDone('video oculto', 'videos ocultos') },
    (video) => !isProcessing(video),
  ),
  createDeleteAction<ManagedContent>(
    (id) => api('DELETE /live/content/{id}', { params: { id } }),
    ['video', 'videos'],
    { undo: (video) => recoverItem('content', video), canUndo: isRecoverable },
  ),
];
