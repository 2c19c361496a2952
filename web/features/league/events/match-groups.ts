/** Groups a list of matches by day and competition, as a sports page does. Pure. */
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { toCompetitionSlug } from '../../../../shared/domain/competition.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { ageCategoryNames, matchdayText } from '../../../../shared/domain/match.ts';
import { formatDayHeading } from '../../../lib/format.ts';

interface Grouped {
  match?: EventOfItem | undefined;
  /** The day of a recording of no match. */
  date?: string;
}

export interface CompetitionGroup<Item> {
  /** 'Liga de la Vega · Alevín · Jornada 12', as far as known and common to all; '' without a competition. */
  title: string;
  /** The slug of its table. */
  slug: string | undefined;
  items: Item[];
}

export interface DayGroup<Item> {
  title: string;
  competitions: CompetitionGroup<Item>[];
}

/** Keeps the order of first appearance of days, of competitions in a day, and of matches in a competition. */
export function groupMatches<Item extends Grouped>(items: readonly Item[], now = new Date()): DayGroup<Item>[] {
  const nameDay = ({ match, date }: Item) =>
    match && awaitsDate(match) ? 'Fecha por confirmar' : formatDayHeading(match?.scheduledStartDate ?? date ?? '', now);
  return groupBy(items, nameDay).map(([title, ofDay]) => ({ title, competitions: groupByTable(ofDay) }));
}

export const groupByTable = <Item extends Grouped>(items: readonly Item[]): CompetitionGroup<Item>[] =>
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
