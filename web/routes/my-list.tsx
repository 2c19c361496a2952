/**
 * /mi-lista: saved videos, the latest first, and the user's clips. Removed items stay on the page until the user leaves
 * it.
 */
import { useQuery } from '@tanstack/react-query';
import { useViewerClips } from '../features/recordings/clips/queries.ts';
import { ViewerClips } from '../features/recordings/clips/viewer-clips.tsx';
import { SaveButton } from '../features/viewing/library/save-button.tsx';
import { VideoCard } from '../features/viewing/library/video-card.tsx';
import { api } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { pageQuery, usePage } from '../lib/use-page.ts';
import { useSession } from '../session/session.tsx';
import { LinkButton } from '../ui/button.tsx';
import { CardSkeletons } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { ResultCount } from '../ui/result-count.tsx';
import { Section } from '../ui/section.tsx';

export default function MyListPage() {
  const { user } = useSession();
  const { page, goTo } = usePage();
  const list = useQuery({
    ...pageQuery(['my-list', user?.id], page, (page, signal) => api('GET /users/me/list', { query: { page }, signal })),
    // The list is not kept after the page is left, so that the next visit fetches a current one.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  return (
    <div className="px-gutter pt-8">
      <h1 className="text-title">Mi lista</h1>
      <ResultCount total={list.isPlaceholderData ? undefined : list.data?.total} one="video" many="videos" />
      {list.isLoadingError ? (
        <LoadFailure error={list.error} />
      ) : list.isPending ? (
        <div className="grid-cards pt-4">
          <CardSkeletons count={12} />
        </div>
      ) : list.data.videos.length === 0 ? (
        <EmptyState
          icon="bookmark"
          title="Todavía no has guardado nada"
          text="Pulsa «Mi lista» en cualquier partido y lo encontrarás aquí."
          action={<LinkButton to={paths.soccer}>Ver partidos</LinkButton>}
        />
      ) : (
        <>
          <h2 className="sr-only">Videos guardados</h2>
          <ul className="grid-cards pt-4 transition-opacity" aria-busy={list.isPlaceholderData}>
            {list.data.videos.map((video) => (
              <li key={video.id} className="flex flex-col gap-2">
                <VideoCard video={video} />
                <SaveButton video={{ kind: video.kind, id: video.id }} title={video.title} saved />
              </li>
            ))}
          </ul>
        </>
      )}
      <Pagination page={page} totalPages={list.data?.totalPages ?? 1} onPage={goTo} />
      <MyClips />
    </div>
  );
}

/** The user's clips, shown once there is one. */
function MyClips() {
  const { data: clips = [] } = useViewerClips(undefined);
  if (clips.length === 0) return null;
  return (
    <Section title="Mis clips" className="flex max-w-180 flex-col gap-2 pt-10">
      <p className="text-small text-muted">Solo los veis tú y el club, hasta que el club los publique.</p>
      <ViewerClips />
    </Section>
  );
}
