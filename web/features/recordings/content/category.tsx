/** The videos of a category in its colour: the first ones as a row, or all of them in pages. */
import { cx } from '../../../lib/class-names.ts';
import { usePage } from '../../../lib/use-page.ts';
import { chooseCategoryLook } from '../../../ui/badge.tsx';
import { CardSkeletons } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Rail, RailItem, RailLink } from '../../../ui/rail.tsx';
import { ResultCount } from '../../../ui/result-count.tsx';
import { ContentVideoCard } from './content-video-card.tsx';
import { type ContentFilter, useCategoryVideos } from './queries.ts';

interface CategoryProps {
  id: number;
  title: string;
  filter: ContentFilter;
}

const emptyText = 'No hay contenido disponible en esta categoría';

/** Fewer videos fill a wide screen as a grid. */
const minRailVideos = 5;

export function CategoryRow({ id, title, filter, allPath }: CategoryProps & { allPath: string }) {
  const videos = useCategoryVideos(id, filter);
  const hasMore = (videos.data?.totalPages ?? 1) > 1;
  return (
    <Rail
      title={title}
      mark={<Mark id={id} />}
      query={videos}
      more={hasMore ? { to: allPath, text: 'Ver todo' } : undefined}
      isGrid={videos.data !== undefined && videos.data.contentVideos.length < minRailVideos}
    >
      {videos.data?.contentVideos.length === 0 && <li className="py-8 text-muted">{emptyText}</li>}
      {videos.data?.contentVideos.map((video) => (
        <RailItem key={video.id}>
          <ContentVideoCard video={video} />
        </RailItem>
      ))}
    </Rail>
  );
}

export function CategoryPages({ id, title, filter, backPath }: CategoryProps & { backPath: string }) {
  const { page, goTo } = usePage();
  const videos = useCategoryVideos(id, filter, page);
  return (
    <section aria-label={title} className="px-gutter">
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="mr-auto flex min-w-0 items-center gap-2 text-title">
          <Mark id={id} />
          <span className="min-w-0">{title}</span>
        </h2>
        <div className="-mx-2">
          <RailLink to={backPath} text="Todas las categorías" />
        </div>
      </div>
      <ResultCount total={videos.isPlaceholderData ? undefined : videos.data?.total} one="video" many="videos" />
      {videos.isLoadingError && <LoadFailure error={videos.error} />}
      {videos.data?.contentVideos.length === 0 && <p className="py-8 text-muted">{emptyText}</p>}
      <div className="grid-cards pt-4 empty:hidden" aria-busy={videos.isPlaceholderData}>
        {videos.isPending && <CardSkeletons count={12} />}
        {videos.data?.contentVideos.map((video) => (
          <ContentVideoCard key={video.id} video={video} />
        ))}
      </div>
      <Pagination page={page} totalPages={videos.data?.totalPages ?? 1} onPage={goTo} />
    </section>
  );
}

function Mark({ id }: { id: number }) {
  return (
    <span aria-hidden="true" className={cx('h-6 w-1.5 shrink-0 rounded-full bg-current!', chooseCategoryLook(id))} />
  );
}
