/** Matches as rows, under headings for the day and the competition, which leads to its table. */
import { Link } from 'react-router-dom';
import type { EventOfItem, SportEvent } from '../../../../shared/contract/sport-event.ts';
import { toCompetitionSlug } from '../../../../shared/domain/competition.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { ageCategoryNames, matchdayText } from '../../../../shared/domain/match.ts';
import { formatDayHeading, formatZoneNote } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { MatchRow, type RowMatch } from './match-row.tsx';

export interface ListedRow extends RowMatch {
  key: string;
  /** The day of a recording of no match. */
  date?: string;
}

export const toEventRows = (events: readonly SportEvent[]): ListedRow[] =>
  events.map((event) => ({ key: event.id, match: event }));

export function MatchList({ rows, isStale = false }: { rows: readonly ListedRow[]; isStale?: boolean }) {
  return (
    <div className="flex flex-col gap-8 transition-opacity" aria-busy={isStale}>
      {groupMatches(rows).map(({ title, competitions }) => (
        <section key={title} aria-label={title}>
          <h2 className="mb-2 text-lead">{title}</h2>
          <Competitions groups={competitions} heading="h3" />
        </section>
      ))}
      {rows.some(({ match }) => match && formatZoneNote(match.scheduledStartDate)) && (
        <p className="text-note text-muted">Horas peninsulares</p>
      )}
    </div>
  );
}

/** The matches of a day, by competition. */
export const DayMatches = ({ rows }: { rows: readonly ListedRow[] }) => (
  <Competitions groups={groupByTable(rows)} heading="h4" />
);

interface CompetitionsProps {
  groups: readonly CompetitionGroup<ListedRow>[];
  heading: 'h3' | 'h4';
}

function Competitions({ groups, heading: Heading }: CompetitionsProps) {
  return (
    <div className="flex flex-col gap-4">
      {groups.map(({ title, slug, items }) => (
        <div key={title}>
          {title && (
            <div className="flex min-h-11 items-center gap-3 rounded-sm bg-surface px-2">
              <Heading className="line-clamp-2 min-w-0 grow font-body text-small font-semibold text-muted">
                {title}
              </Heading>
              {slug && (
                <Link
                  to={paths.competition(slug)}
                  className="inline-flex min-h-11 shrink-0 items-center text-small font-semibold underline-offset-4 hover:underline"
                >
                  Clasificación<span className="sr-only"> de {title}</span>
                </Link>
              )}
            </div>
          )}
          <MatchRows rows={items} />
        </div>
      ))}
    </div>
  );
}

export function MatchRows({ rows }: { rows: readonly ListedRow[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {rows.map(({ key, date: _, ...row }) => (
        <li key={key} className="min-w-0">
          <MatchRow {...row} isWide />
        </li>
      ))}
    </ul>
  );
}

/** Reserves the space of a list, and announces that it loads. */
export function MatchListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" className="animate-pulse">
      <span className="sr-only">Cargando</span>
      <div className="mb-2 h-6.5 w-48 max-w-full rounded-sm bg-raised" />
      <div className="h-11 rounded-sm bg-surface" />
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="flex h-16 items-center gap-3 border-b border-line px-2">
          <div className="h-4 w-12 rounded-sm bg-raised" />
          <div className="h-4 grow rounded-sm bg-raised" />
        </div>
      ))}
    </div>
  );
}

interface Grouped {
  match?: EventOfItem | undefined;
  /** The day of a recording of no match. */
  date?: string;
}

/** Matches of one competition on one day. */
interface CompetitionGroup<Item> {
  /** 'Liga de la Vega · Alevín · Jornada 12', as far as known and common to all; '' without a competition. */
  title: string;
  /** The slug of its table. */
  slug: string | undefined;
  items: Item[];
}

interface DayGroup<Item> {
  title: string;
  competitions: CompetitionGroup<Item>[];
}

/** Keeps the order of first appearance of days, of competitions in a day, and of matches in a competition. */
function groupMatches<Item extends Grouped>(items: readonly Item[], now = new Date()): DayGroup<Item>[] {
  const nameDay = ({ match, date }: Item) =>
    match && awaitsDate(match) ? 'Fecha por confirmar' : formatDayHeading(match?.scheduledStartDate ?? date ?? '', now);
  return groupBy(items, nameDay).map(([title, ofDay]) => ({ title, competitions: groupByTable(ofDay) }));
}

const groupByTable = <Item extends Grouped>(items: readonly Item[]): CompetitionGroup<Item>[] =>
  groupBy(items, ({ match }) => nameTable(match)).map(([name, ofTable]) => ({
    title: [name, findMatchday(ofTable)].filter(Boolean).join(' · '),
    slug: findSlug(ofTable[0]?.match),
    items: ofTable,
  }));

/** Browsers of older televisions lack `Map.groupBy`. */
function groupBy<Item>(items: readonly Item[], name: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(name(item));
    if (group) group.push(item);
    else groups.set(name(item), [item]);
  }
  return [...groups];
}

const nameTable = (match: EventOfItem | undefined): string =>
  [match?.competition, match?.category && ageCategoryNames[match.category]].filter(Boolean).join(' · ');

function findMatchday(items: readonly Grouped[]): string | undefined {
  const [first, ...others] = items.map(({ match }) => match?.matchday);
  return first && others.every((one) => one === first) ? matchdayText(first) : undefined;
}

const findSlug = (match: EventOfItem | undefined) =>
  match && toCompetitionSlug({ ...match, start: match.scheduledStartDate });
