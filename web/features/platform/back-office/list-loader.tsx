import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ManageList, type ManageListProps, ManageSkeleton } from '../../../ui/manage-list.tsx';
import { Pagination } from '../../../ui/pagination.tsx';

export function ListLoader<Item extends { id: string }>({
  list,
  rows,
  pages,
  empty,
  failure = {},
  ...rest
}: {
  list: UseQueryResult<unknown>;
  rows: readonly Item[] | undefined;
  pages: { page: number; totalPages: number | undefined; goTo: (page: number) => void };
  empty: ReactNode;
  /** `text` is for failures without a message of the server. */
  failure?: { title?: string; text?: string };
} & Omit<ManageListProps<Item>, 'rows'>) {
  return (
    <>
      {/* A list on the screen stays when a refetch fails. */}
      {rows ? (
        rows.length === 0 ? (
          empty
        ) : (
          <ManageList rows={rows} {...rest} />
        )
      ) : list.isLoadingError ? (
        <LoadFailure title={failure.title} error={list.error} fallback={failure.text} />
      ) : (
        <ManageSkeleton />
      )}
      <Pagination page={pages.page} totalPages={pages.totalPages ?? 1} onPage={pages.goTo} />
    </>
  );
}
