/** /contenido and /contenido/categoria: one row for each category (V-CONT). */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../../lib/api.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { CardSkeletons } from '../../../ui/card.tsx';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { ResultCount } from '../../../ui/result-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { searchClubs } from '../../league/clubs/queries.ts';
import { ContentVideoCard } from './content-video-card.tsx';
import { type ContentFilter, useCategories, useCategoryVideos, useTotalOf } from './queries.ts';

export default function ContentPage() {
  useTitle('Contenido');
  const [query] = useSearchParams();
  const only = query.get('categoryId');
  const [search, setSearch] = useState('');
  const [clubs, setClubs] = useState<ClubChoice[]>([]);
  const categories = useCategories();
  const shown = categories.data?.filter(({ id }) => only === null || String(id) === only);
  const filter = {
    ...(search ? { search } : {}),
    ...(clubs.length > 0 ? { clubIds: clubs.map(({ id }) => id) } : {}),
  };
  const total = useTotalOf(shown?.map(({ id }) => id) ?? [], filter);
  return (
    <div className="flex flex-col gap-8 pt-8">
      <div className="px-gutter">
        <h1 className="text-title">Contenido</h1>
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <SearchInput
            label="Buscar por título"
            placeholder="Buscar por título..."
            value={search}
            onSearch={setSearch}
          />
          <div className="w-full sm:w-80">
            <ClubPicker label="Filtrar por clubes" hideLabel search={searchClubs} chosen={clubs} onChange={setClubs} />
          </div>
        </div>
        <ResultCount total={shown && total} one="video" many="videos" />
      </div>
      {categories.isError && <ErrorState message={errorText(categories.error)} onRetry={() => categories.refetch()} />}
      {categories.isPending && (
        <div className="grid-cards px-gutter">
          <CardSkeletons count={8} />
        </div>
      )}
      {shown?.length === 0 && <EmptyState icon="film" title="No hay categorías disponibles." />}
      {shown?.map((category) => (
        <Category key={category.id} {...category} filter={filter} />
      ))}
    </div>
  );
}

function Category({ id, title, filter }: { id: number; title: string; filter: ContentFilter }) {
  const videos = useCategoryVideos(id, filter);
  return (
    <Rail title={title}>
      {videos.isPending && <RailSkeleton />}
      {videos.isError && <li className="py-8 text-muted">{errorText(videos.error)}</li>}
      {videos.data?.contentVideos.length === 0 && (
        <li className="py-8 text-muted">No hay contenido disponible en esta categoría</li>
      )}
      {videos.data?.contentVideos.map((video) => (
        <RailItem key={video.id}>
          <ContentVideoCard video={video} />
        </RailItem>
      ))}
    </Rail>
  );
}
