/** A back-office page that lists items, by its declaration: filters, bulk actions, columns and texts. */

import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { cx } from '../../../lib/class-names.ts';
import { type Resource, readAgain } from '../../../lib/query-keys.ts';
import { useWithChanges } from '../../../lib/use-change.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { pageQuery } from '../../../lib/use-page.ts';
import { BackOfficeHeading } from '../../../ui/back-office-heading.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AddressFilterFields, type FilterFields, useAddressFilters } from './address-filters.tsx';
import { toRowSelection, useSelection } from './bulk.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { toListChanges } from './inline-change.ts';
import { sportTabs, useListFilters } from './list-filters.ts';
import { ListLoader } from './list-loader.tsx';
import type { ListPage, TitledItem } from './list-page.ts';
import { SavedViews } from './saved-views.tsx';
import { useManagement } from './use-management.ts';

interface ListQuery<State> {
  page: number;
  search?: string;
  sport?: Sport;
  state?: State;
  date?: string;
  clubIds?: string[];
}

export function ManagedList<Item extends TitledItem, State extends string = never, ExtraQuery extends object = object>({
  name,
  listKey,
  title,
  icon,
  create,
  buttons,
  search,
  hasSports = false,
  filters: fields,
  extraFilters,
  extraQuery,
  extraCount = 0,
  isFiltered = extraCount > 0,
  read,
  freshness,
  actions,
  texts,
  ...table
}: Pick<ComponentProps<typeof ListLoader<Item>>, 'label' | 'columns' | 'isDimmed' | 'failure'> & {
  /** Key under which this browser stores the list's search and saved views. */
  name: string;
  /** First part of the query's key: a change of an item makes all pages of the list stale. */
  listKey: Resource;
  title: string;
  icon: IconName;
  /** Undefined for users who may not create. */
  create?: { to: string; text: string };
  /** Content beside the heading. */
  buttons?: ReactNode;
  search: { label: string; placeholder?: string; wide?: boolean };
  hasSports?: boolean;
  filters: FilterFields<State>;
  /** More filters of one list, their part of the query, and how many of them are set. */
  extraFilters?: ReactNode;
  extraQuery?: ExtraQuery;
  extraCount?: number;
  /** True if an empty list may be due to its filters or, where a list says so, to its search. */
  isFiltered?: boolean;
  read: (query: ListQuery<State> & ExtraQuery, signal: AbortSignal) => Promise<ListPage<Item>>;
  /** Refetching, for lists that other users or processing change. */
  freshness?: {
    refetchInterval?: number | ((query: Pick<Query<ListPage<Item>>, 'state'>) => number | false);
    staleTime?: number;
    refetchOnWindowFocus?: boolean;
  };
  /** Undefined if rows cannot be selected. */
  actions?: readonly BulkAction<NoInfer<Item>>[];
  /** `filtered` is shown if the filters exclude every item. */
  texts: { empty: string; emptyText?: string; filtered: ReactNode };
}) {
  const { isClubStaff } = useManagement();
  const fold = useFold();
  const filters = useListFilters(name);
  const addressFilters = useAddressFilters(fields);
  const { page, search: searchText, sport } = filters.query;
  const query = {
    search: searchText,
    ...(hasSports && { sport }),
    ...addressFilters.query,
    ...extraQuery,
  } as ListQuery<State> & ExtraQuery;
  const list = useQuery({
    ...pageQuery([listKey, isClubStaff, query], page, async (page, signal) => ({
      data: await read({ ...query, page }, signal),
    })),
    ...freshness,
  });
  const rows = useWithChanges(toListChanges<Item>(listKey), list.data)?.rows;
  const selection = useSelection(rows ?? []);
  const queries = useQueryClient();

  return (
    <>
      <div ref={fold.frame}>
        <BackOfficeHeading title={title} create={create}>
          {buttons && (
            <div hidden={fold.isFolded} className={fold.isFolded ? undefined : 'flex flex-wrap gap-3'}>
              {buttons}
            </div>
          )}
        </BackOfficeHeading>
        <FilterBar
          fold={fold}
          count={addressFilters.count + extraCount + Number(hasSports && filters.sport !== '')}
          search={
            <SearchInput
              placeholder={`${search.label}...`}
              {...search}
              value={filters.search}
              onSearch={filters.setSearch}
            />
          }
        >
          {hasSports && <Tabs label="Deporte" choices={sportTabs} value={filters.sport} onChange={filters.setSport} />}
          {extraFilters}
          <AddressFilterFields filters={addressFilters} fields={fields} />
          <SavedViews list={name} filters={filters} />
        </FilterBar>
      </div>
      {actions && rows && rows.length > 0 && (
        <BulkBar selection={selection} actions={actions} onChanged={() => readAgain(queries, [listKey])} />
      )}
      <ListLoader
        {...table}
        list={list}
        rows={rows}
        toSelection={actions && ((item: Item) => toRowSelection(selection, item))}
        pages={{ ...filters, totalPages: list.data?.totalPages }}
        empty={
          !(isFiltered || addressFilters.count > 0) ? (
            <EmptyState
              icon={icon}
              title={texts.empty}
              text={texts.emptyText}
              action={
                create && (
                  <LinkButton to={create.to} icon="plus">
                    {create.text}
                  </LinkButton>
                )
              }
            />
          ) : typeof texts.filtered === 'string' ? (
            <EmptyState icon={icon} title={texts.filtered} text="Prueba con otro filtro o quita alguno." />
          ) : (
            texts.filtered
          )
        }
      />
    </>
  );
}

/** State of the parts of a page that fold on a phone; `frame` contains them. */
function useFold() {
  const isPhone = useMedia('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // A device that is turned keeps the dialog that one of the parts has opened.
  useLayoutEffect(() => {
    if (isPhone && frame.current?.querySelector('dialog')) setOpen(true);
  }, [isPhone]);
  return { frame, isPhone, isFolded: isPhone && !isOpen, toggle: () => setOpen(!isOpen) };
}

interface FilterBarProps {
  fold: ReturnType<typeof useFold>;
  /** Number of the filters that are set. */
  count: number;
  search: ReactNode;
  children: ReactNode;
}

/** The search and filters of a list: in a row or, on a phone, one line whose button unfolds the filters. */
function FilterBar({ fold: { isPhone, isFolded, toggle }, count, search, children }: FilterBarProps) {
  const id = useId();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-3 sm:mb-5 sm:gap-3">
      <div className="min-w-0 flex-[1_1_8rem] sm:contents">{search}</div>
      {isPhone && (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={toggle}
          className={cx(
            'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm border px-3 font-semibold',
            count > 0 ? 'border-accent text-accent' : 'border-line-strong',
          )}
        >
          <Icon name="settings" size={18} />
          {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </button>
      )}
      <div
        id={id}
        hidden={isFolded}
        className={isFolded ? undefined : 'flex w-full flex-wrap items-center gap-3 sm:contents'}
      >
        {children}
      </div>
    </div>
  );
}
