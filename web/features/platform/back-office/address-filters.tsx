/** Filters of a list by state, day and clubs, kept in the address, so that a link or a saved view restores them. */
import { useQueries } from '@tanstack/react-query';
import type { VideoState } from '../../../../shared/contract/schema.ts';
import { idSource } from '../../../../shared/domain/ids.ts';
import { cx } from '../../../lib/class-names.ts';
import { clubQuery } from '../../../lib/club-query.ts';
import { useAddress } from '../../../lib/use-page.ts';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { inputLook } from '../../../ui/field.tsx';
import type { Choice } from '../../../ui/select.tsx';
import { FilterSelect } from './filter-select.tsx';
import { toIds } from './list-filters.ts';
import { searchManagedClubs } from './use-management.ts';

export interface FilterFields<State extends string> {
  states?: readonly (Choice & { value: State })[];
  hasDate?: boolean;
  hasClubs?: boolean;
}

/** The states are a copy of the contract's, whose schemas the browser does not load. */
export const videoStateChoices: (Choice & { value: VideoState })[] = [
  { value: 'visible', label: 'Visibles' },
  { value: 'hidden', label: 'Ocultos' },
  { value: 'processing', label: 'En proceso' },
  { value: 'failed', label: 'Con errores' },
];

const idList = new RegExp(`^${idSource}(,${idSource}){0,9}$`);

export function useAddressFilters<State extends string>({ states, hasDate, hasClubs }: FilterFields<State>) {
  const [address, change] = useAddress();
  const state = states?.find(({ value }) => value === address.get('estado'))?.value;
  const date = (hasDate && /^20\d\d-[01]\d-[0-3]\d$/.exec(address.get('fecha') ?? '')?.[0]) || undefined;
  const ids = (hasClubs && idList.exec(address.get('clubes') ?? '')?.[0].split(',')) || [];
  const clubs = useClubNames(ids);
  return {
    state,
    date,
    clubs,
    set: ({ clubes, ...texts }: { estado?: string; fecha?: string; clubes?: ClubChoice[] }) =>
      change({ ...texts, ...(clubes && { clubes: toIds(clubes).join() }), page: '' }),
    query: { ...(state && { state }), ...(date && { date }), ...(ids.length > 0 && { clubIds: ids }) },
    count: [state, date, ids.length > 0].filter(Boolean).length,
  };
}

function useClubNames(ids: readonly string[]): ClubChoice[] {
  const names = useQueries({ queries: ids.map(clubQuery) });
  return ids.map((id, index) => ({ id, name: names[index]?.data?.name ?? '…' }));
}

export function AddressFilterFields<State extends string>({
  filters: { state, date, clubs, set },
  fields: { states, hasDate, hasClubs },
}: {
  filters: ReturnType<typeof useAddressFilters<State>>;
  fields: FilterFields<State>;
}) {
  return (
    // On phones, two filters share a row.
    <div className="grid w-full grid-cols-2 gap-3 sm:contents">
      {states && (
        <FilterSelect
          label="Filtrar por estado"
          all="Todos los estados"
          value={state ?? ''}
          choices={states}
          onChange={(estado) => set({ estado })}
        />
      )}
      {hasDate && (
        <input
          type="date"
          aria-label="Filtrar por día"
          value={date ?? ''}
          min="2000-01-01"
          max="2099-12-31"
          onChange={(event) => set({ fecha: event.target.value })}
          className={cx(inputLook, 'sm:w-40')}
        />
      )}
      {hasClubs && (
        <div className="col-span-2 sm:max-w-64 sm:flex-[1_1_10rem]">
          <ClubPicker
            label="Filtrar por club"
            hideLabel
            search={searchManagedClubs}
            chosen={clubs}
            onChange={(clubes) => set({ clubes })}
          />
        </div>
      )}
    </div>
  );
}
