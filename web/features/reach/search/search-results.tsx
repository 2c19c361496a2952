/** The results by group: the first of each group with a link to all, or a page of one group. */
import { type ReactNode, useEffect } from 'react';
import type { ClipCard } from '../../../../shared/contract/clip.ts';
import type { SearchGroup } from '../../../../shared/contract/search.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { pageSize } from '../../../../shared/domain/limits.ts';
import { ageCategoryNames } from '../../../../shared/domain/match.ts';
import { capitalise, formatCount, formatDayHeading, formatDuration, formatShortDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ClubCards, ClubRow } from '../../league/clubs/club-grid.tsx';
import {
  type ListedRow,
  MatchList,
  MatchListSkeleton,
  MatchRows,
  toEventRows,
} from '../../league/events/match-list.tsx';
import { ClipsByTap } from '../../recordings/clips/clips-by-tap.tsx';
import { MatchGrid } from '../../viewing/matches/match-cards.tsx';
import { countGroups } from './other-results.tsx';
import { groupKeys, groupNames, useSearch } from './queries.ts';
import { rememberSearch } from './recent-searches.ts';

interface Props {
  search: string;
  group: SearchGroup | undefined;
  onGroup: (group: string) => void;
  page: number;
  onPage: (page: number) => void;
}

export function SearchResults({ search, group, onGroup, page, onPage }: Props) {
  const { data, isPending, isLoadingError, error, isPlaceholderData } = useSearch({ search }, group, page);
  const isFound = !isPlaceholderData && data !== undefined && groupKeys.some((key) => data[key].total > 0);
  useEffect(() => {
    // A text that is still being typed is no search.
    const timer = isFound && setTimeout(() => rememberSearch(search), readMs);
    return () => clearTimeout(timer || undefined);
  }, [isFound, search]);
  if (isLoadingError) return <LoadFailure error={error} />;
  if (isPending) {
    return <MatchListSkeleton />;
  }
  const filled = groupKeys.filter((key) => data[key].total > 0);
  if (filled.length === 0) {
    return (
      <EmptyState
        title={`No hay nada con «${search}»`}
        text="Prueba con menos palabras: el nombre de un club, su código de tres letras o la competición."
      />
    );
  }
  const groups = group ? [group] : shownOrder.filter((key) => filled.includes(key));
  return (
    <>
      <p role="status" className="sr-only">
        {countGroups(data)}
      </p>
      <Tabs
        label="Qué buscas"
        value={group ?? ''}
        onChange={onGroup}
        choices={[
          { value: '', label: 'Todo' },
          ...groupKeys.map((key) => ({
            value: key,
            label: `${groupNames[key].title} ${formatCount(data[key].total)}`,
          })),
        ]}
      />
      <div className="transition-opacity" aria-busy={isPlaceholderData} onClickCapture={() => rememberSearch(search)}>
        {groups.map((key) => (
          <section key={key} aria-labelledby={`grupo-${key}`} className="pt-6">
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <h2 id={`grupo-${key}`} className="text-lead">
                {groupNames[key].title}
              </h2>
              {!group && data[key].total > data[key].items.length && (
                <Button kind="quiet" size="small" onClick={() => onGroup(key)}>
                  Ver los {formatCount(data[key].total)}
                </Button>
              )}
            </div>
            {data[key].total === 0 ? (
              <EmptyState title={groupNames[key].empty} text={`Pero sí hay ${countGroups(data)}.`} />
            ) : (
              <Items group={key} data={data} isPage={group !== undefined} />
            )}
          </section>
        ))}
      </div>
      {group && <Pagination page={page} totalPages={Math.ceil(data[group].total / pageSize)} onPage={onPage} />}
    </>
  );
}

/** Milliseconds after which results count as read. */
const readMs = 2_000;

/** A club is mostly searched for itself. */
const shownOrder: readonly SearchGroup[] = ['clubs', 'sportEvents', 'vods', 'clips'];

type SearchResult = NonNullable<ReturnType<typeof useSearch>['data']>;

interface ItemsProps {
  group: SearchGroup;
  data: SearchResult;
  /** A page of the group alone. */
  isPage: boolean;
}

function Items({ group, data, isPage }: ItemsProps): ReactNode {
  switch (group) {
    case 'sportEvents':
      return isPage ? (
        <MatchList rows={toEventRows(data.sportEvents.items)} />
      ) : (
        <FoundMatches events={data.sportEvents.items} />
      );
    case 'vods':
      return <MatchGrid vods={data.vods.items} />;
    case 'clips':
      return <Clips clips={data.clips.items} />;
    case 'clubs':
      return isPage ? <ClubCards clubs={data.clubs.items} /> : <ClubRow clubs={data.clubs.items} />;
  }
}

const Clips = ({ clips }: { clips: readonly ClipCard[] }) => (
  <ClipsByTap>
    <div className="grid-cards">
      {clips.map(({ id, title, club, poster, seconds }) => (
        <Card
          key={id}
          to={paths.clip(id)}
          title={title}
          meta={club.name}
          picture={poster}
          duration={formatDuration(seconds)}
        />
      ))}
    </div>
  </ClipsByTap>
);

/** The matches that a search found: today's, the last and the next ones. */
function FoundMatches({ events }: { events: readonly SportEvent[] }) {
  const now = new Date();
  const isToday = ({ scheduledStartDate }: SportEvent) => formatDayHeading(scheduledStartDate, now) === 'Hoy';
  const isPast = ({ scheduledStartDate }: SportEvent) => scheduledStartDate < now.toISOString();
  const parts = [
    { title: 'Hoy', matches: events.filter(isToday), isDated: false },
    { title: 'Últimos', matches: events.filter((event) => !isToday(event) && isPast(event)), isDated: true },
    { title: 'Próximos', matches: events.filter((event) => !isToday(event) && !isPast(event)), isDated: true },
  ];
  return (
    <div className="flex flex-col gap-4">
      {parts
        .filter(({ matches }) => matches.length > 0)
        .map(({ title, matches, isDated }) => (
          <div key={title}>
            <h3 className="rounded-sm bg-surface px-2 py-2.5 font-body text-small font-semibold text-muted">{title}</h3>
            <MatchRows rows={matches.map((event) => toRow(event, isDated))} />
          </div>
        ))}
    </div>
  );
}

const toRow = (event: SportEvent, isDated: boolean): ListedRow => ({
  key: event.id,
  match: event,
  when: isDated && !awaitsDate(event) ? capitalise(formatShortDate(event.scheduledStartDate)) : undefined,
  note: [event.competition, event.category && ageCategoryNames[event.category]].filter(Boolean).join(' · '),
});
