/** The frame of a back-office list: loading, error, empty state, or the rows with pagination. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/api.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { type Column, ManageList, ManageSkeleton } from '../../../ui/manage-list.tsx';
import { Pagination } from '../../../ui/pagination.tsx';

export function ListLoader<Data>({
  label,
  columns,
  isSelectable,
  list,
  rowsOf: renderRows,
  pages,
  empty,
  failure = {},
}: {
  label: string;
  columns: Column[];
  isSelectable?: boolean;
  list: UseQueryResult<Data>;
  rowsOf: (data: Data) => ReactNode[];
  pages: { page: number; totalPages: number | undefined; goTo: (page: number) => void };
  empty: ReactNode;
  /** `text` is used when the server sent no message. */
  failure?: { title?: string; text?: string };
}) {
  const rows = list.data && renderRows(list.data);
  return (
    <>
      {/* A list on the screen stays when a refetch fails. */}
      {rows ? (
        rows.length === 0 ? (
          empty
        ) : (
          <ManageList label={label} columns={columns} isSelectable={isSelectable}>
            {rows}
          </ManageList>
        )
      ) : list.isError ? (
        <ErrorState
          title={failure.title}
          message={errorText(list.error, failure.text)}
          onRetry={() => list.refetch()}
        />
      ) : (
        <ManageSkeleton />
      )}
      <Pagination page={pages.page} totalPages={pages.totalPages ?? 1} onPage={pages.goTo} />
    </>
  );
}

/** The empty state of a list whose filters exclude everything. */
export function NothingFiltered({ icon, title }: { icon: IconName; title: string }) {
  return <EmptyState icon={icon} title={title} text="Prueba con otro filtro o quita alguno." />;
}

/** The empty state of a list, with a create button for users who may create. */
export function EmptyList({
  icon,
  title,
  text,
  create,
}: {
  icon: IconName;
  title: string;
  text?: string;
  create: { to: string; text: string } | undefined;
}) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      action={
        create && (
          <LinkButton to={create.to} icon="plus">
            {create.text}
          </LinkButton>
        )
      }
    />
  );
}
