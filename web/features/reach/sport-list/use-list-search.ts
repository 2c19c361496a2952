/** Title and clubs by which a sport's list is searched, remembered for each sport. */
import { useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { searchMaxLength } from '../../../../shared/domain/limits.ts';
import { useAddress } from '../../../lib/use-page.ts';
import { isString, useStored } from '../../../lib/use-stored.ts';
import type { ClubChoice } from '../../../ui/club-picker.tsx';

export function useListSearch(sport: Sport) {
  const [query, change] = useAddress();
  const [storedSearch, storeSearch] = useStored(`list:${sport}:search`, '', isString);
  const [storedClubs, storeClubs] = useStored<ClubChoice[]>(`list:${sport}:clubs`, [], isClubs);
  // A link to a match finds it whatever clubs were chosen before.
  const [isLinked, setLinked] = useState(query.has('search'));
  const [search, setSearch] = useState((query.get('search') ?? storedSearch).slice(0, searchMaxLength));
  const clubs = isLinked ? noClubs : storedClubs;
  return {
    search,
    clubs,
    clubIds: clubs.map(({ id }) => id),
    changeSearch(text: string) {
      setSearch(text);
      storeSearch(text);
      change({ page: '', search: '' });
    },
    changeClubs(chosen: ClubChoice[]) {
      storeClubs(chosen);
      setLinked(false);
      change({ page: '' });
    },
    /** Leaves the address, which other filters change as well. */
    clear() {
      storeClubs([]);
      setLinked(false);
      setSearch('');
      storeSearch('');
    },
  };
}

const noClubs: ClubChoice[] = [];
const isClubs = (value: unknown): value is ClubChoice[] =>
  Array.isArray(value) && value.every((club) => typeof club?.id === 'string' && typeof club?.name === 'string');
