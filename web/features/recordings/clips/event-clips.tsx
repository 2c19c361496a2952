import { useQuery } from '@tanstack/react-query';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { pageQuery, usePage } from '../../../lib/use-page.ts';
import { Card, CardSkeletons } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { ClipsByTap } from './clips-by-tap.tsx';

interface Props {
  eventId: string;
  sport: Sport;
  /** Expected number of clips, for the skeletons; undefined if unknown. */
  count: number | undefined;
}

export function EventClips(props: Props) {
  return (
    <section aria-labelledby="clips">
      <h2 id="clips" className="sr-only">
        Clips
      </h2>
      <ClipsByTap>
        <ClipGrid {...props} />
      </ClipsByTap>
    </section>
  );
}

/** Skeletons for an unknown number of clips: one row of a large screen. */
const unknownCount = 4;
const pageSize = 12;

function ClipGrid({ eventId, sport, count = unknownCount }: Props) {
  const { page, goTo } = usePage('clips');
  const clips = useQuery(
    pageQuery(['event-clips', eventId], page, (page, signal) =>
      api('GET /sportevents/{id}/clips', { params: { id: eventId }, query: { page }, signal }),
    ),
  );
  if (clips.isLoadingError) return <LoadFailure error={clips.error} />;
  const list = clips.data?.clips;
  if (list?.length === 0) return <p className="text-muted">De este partido ya no hay clips publicados.</p>;
  const clubs = new Set(list?.map(({ club }) => club.id));
  return (
    <>
      <div className="grid-cards" aria-busy={!list || clips.isPlaceholderData}>
        {list ? (
          list.map(({ id, title, kind, seconds, poster, club }, index) => (
            <Card
              key={id}
              to={paths.clip(id)}
              title={title}
              meta={[kind === 'SUMMARY' && 'Resumen', clubs.size > 1 && club.name].filter(Boolean).join(' · ')}
              picture={poster}
              sport={sport}
              duration={formatDuration(seconds)}
              eager={index < unknownCount}
            />
          ))
        ) : (
          <CardSkeletons count={Math.min(count, pageSize)} />
        )}
      </div>
      <Pagination page={page} totalPages={clips.data?.totalPages ?? 1} onPage={goTo} />
    </>
  );
}
