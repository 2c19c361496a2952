/** A link from an empty list to the search page, if that has results: '2 partidos y 1 clip en otras pestañas'. */
import type { SearchGroup } from '../../../../shared/contract/search.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { groupKeys, groupNames, type SearchFilter, useSearch } from './queries.ts';

interface Props {
  filter: SearchFilter;
  except?: SearchGroup;
  /** Number of found matches that the list shows itself. */
  shownMatches?: number;
}

export function OtherResults({ filter, except, shownMatches = 0 }: Props) {
  const { data, isPlaceholderData } = useSearch(filter);
  if (!data || isPlaceholderData) return null;
  const { total } = data.sportEvents;
  const sportEvents = { total: total > shownMatches ? total : 0 };
  const text = countGroups({ ...data, sportEvents }, except);
  if (!text) return null;
  return (
    <p className="text-center">
      <TextLink to={toSearchPage(filter.search)}>{text} en otras pestañas</TextLink>
    </p>
  );
}

const toSearchPage = (search: string) => `${paths.search}?texto=${encodeURIComponent(search)}`;

/** Formats the numbers of results, as in '2 partidos, 1 clip y 3 clubes'; '' if there are none. */
export function countGroups(totals: Record<SearchGroup, { total: number }>, except?: SearchGroup): string {
  const parts = groupKeys
    .filter((key) => key !== except && totals[key].total > 0)
    .map((key) => {
      const { total } = totals[key];
      return `${formatCount(total)} ${total === 1 ? groupNames[key].one : groupNames[key].many}`;
    });
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} y ${last}` : last;
}
