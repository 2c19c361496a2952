/** /club/{id}: a club with its lives and recordings (V-CLUB). */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { livesRefreshMs } from '../../../../shared/limits.ts';
import { paths } from '../../../app/paths.ts';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { pageOrLast, usePage } from '../../../lib/use-page.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { LiveBadge, StatusPill } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { CardSkeletons } from '../../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { SubscribeToCalendar } from '../../reach/calendars/calendar-buttons.tsx';
import { LiveMatchCard, VodMatchCard } from '../../viewing/matches/match-cards.tsx';
import { FavouriteButton } from './favourite-button.tsx';

export default function ClubPage() {
  const { id = '' } = useParams();
  const { page, goTo } = usePage('partidos');
  const club = useQuery({
    queryKey: ['club', id],
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}', { params: { id }, signal })).data.club,
  });
  const lives = useQuery({
    queryKey: ['club-lives', id],
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}/lives', { params: { id }, signal })).data.liveUsers,
    refetchInterval: livesRefreshMs,
  });
  const vods = useQuery({
    queryKey: ['club-vods', id, page],
    queryFn: ({ signal }) =>
      pageOrLast(page, (page) => api('GET /clubs/{id}/vods', { params: { id }, query: { page }, signal })),
    placeholderData: keepPreviousData,
  });
  useTitle(club.data?.name);
  // Whatever of the page is missing, not only what the button stands beside.
  const retry = () => {
    for (const query of [club, lives, vods]) if (query.isError) query.refetch();
  };

  if (club.isPending) return <PageSpinner />;
  if (club.isError) {
    const missing = club.error instanceof ApiError && club.error.status === 404;
    return (
      <ErrorState
        heading
        title={missing ? 'Club no encontrado' : 'No se ha podido cargar'}
        message={missing ? 'No se pudo cargar la información del club' : errorText(club.error)}
        onRetry={retry}
        action={missing && <LinkButton to={paths.clubs}>Ver todos los clubes</LinkButton>}
      />
    );
  }

  const onAir = (lives.data ?? []).filter((live) => live.isLive);
  const found = vods.data?.vods ?? [];
  const first = (vods.data?.page ?? 1) === 1;
  const shownLives = first ? onAir : [];
  const failed = vods.error ?? (lives.data ? null : lives.error);
  return (
    <div className="px-gutter">
      <header className="flex flex-wrap items-center gap-6 border-b border-line py-8">
        <Thumbnail src={club.data.thumbnail} kind="club" className="aspect-square! w-28 shrink-0 sm:w-36" eager />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <div className="flex flex-wrap gap-2">
            <StatusPill tone="info">Club Oficial</StatusPill>
            {onAir.length > 0 && <LiveBadge text="EN DIRECTO" />}
          </div>
          <h1 className="max-w-full text-title break-words">{club.data.name}</h1>
          <div className="flex flex-wrap gap-3">
            <FavouriteButton clubId={id} />
            <SubscribeToCalendar path={`/clubs/${id}/calendar`} what={`de ${club.data.name}`} />
          </div>
        </div>
      </header>
      <section aria-labelledby="partidos" className="pt-8">
        <h2 id="partidos" className="mb-4 scroll-mt-24 text-lead">
          Partidos
        </h2>
        {vods.isPending ? (
          <div className="grid-cards">
            <CardSkeletons />
          </div>
        ) : shownLives.length + found.length > 0 ? (
          <div className="grid-cards">
            {shownLives.map((live) => (
              <LiveMatchCard key={live.slug} live={live} />
            ))}
            {found.map((vod) => (
              <VodMatchCard key={vod.id} vod={vod} />
            ))}
          </div>
        ) : (
          vods.isSuccess &&
          !lives.isPending && (
            <EmptyState
              icon="video"
              title="No hay resultados disponibles"
              text="Este club todavía no tiene partidos."
            />
          )
        )}
        {failed && <ErrorState message={errorText(failed)} onRetry={retry} />}
        <Pagination page={page} totalPages={vods.data?.totalPages ?? 1} onPage={goTo} />
      </section>
    </div>
  );
}
