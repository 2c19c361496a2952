/** The frame of an edit page: loading, error, then the item. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { isNotFound } from '../../../lib/load-errors.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';

export function ItemLoader<Item extends { id: string }>({
  query: { data, isPending, error, refetch },
  missing,
  text,
  fallback,
  foreign,
  list,
  children,
}: {
  query: Pick<UseQueryResult<Item>, 'data' | 'isPending' | 'error' | 'refetch'>;
  /** Title for a missing item, such as 'VOD no encontrado'. */
  missing: string;
  text?: string;
  /** Text for other failures without a message of the server. */
  fallback?: string;
  /** Title and public page of an item that belongs to another club. */
  foreign?: { title: string; watch?: string };
  /** Link for an item that is gone. */
  list?: { to: string; text: string } | undefined;
  /** Mounted again when another item is loaded. */
  children: (item: Item, reload: () => Promise<Item | undefined>) => ReactNode;
}) {
  if (isPending) return <PageSpinner />;
  if (data) return <Fragment key={data.id}>{children(data, async () => (await refetch()).data)}</Fragment>;
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403 && foreign) {
    return (
      <EmptyState
        heading
        icon="lock"
        title={foreign.title}
        text="Lo gestionan los clubes que participan y los administradores. Si también es del tuyo, pide a un administrador que lo añada."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {list && <LinkButton to={list.to}>{list.text}</LinkButton>}
            {foreign.watch && (
              <LinkButton to={foreign.watch} kind="secondary" icon="play">
                Verlo como espectador
              </LinkButton>
            )}
          </div>
        }
      />
    );
  }
  if (!isNotFound(error)) return <LoadFailure heading error={error} fallback={fallback} />;
  return (
    <ErrorState
      heading
      title={missing}
      message={text ?? 'Puede que alguien lo haya eliminado.'}
      action={list && <LinkButton to={list.to}>{list.text}</LinkButton>}
    />
  );
}
