/** What an edit screen shows of its item: that it is on its way, why it is not there, and then the item. */
import { Fragment, type ReactNode } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';

export function LoadedItem<Item extends { id: string }>({
  query: { data, isPending, error, refetch },
  missing,
  text,
  fallback,
  list,
  children,
}: {
  query: { data: Item | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  /** What a missing item is called: 'VOD no encontrado'. */
  missing: string;
  /** Said of a missing item. */
  text?: string;
  /** Said of any other failure that the server does not explain. */
  fallback?: string;
  /** The way on when the item is gone. */
  list?: { to: string; text: string } | undefined;
  /** The screen; another item begins with a new one. */
  children: (item: Item) => ReactNode;
}) {
  if (isPending) return <PageSpinner />;
  if (data) return <Fragment key={data.id}>{children(data)}</Fragment>;
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <ErrorState
      heading
      title={gone ? missing : 'No se ha podido cargar'}
      message={gone ? (text ?? 'Puede que alguien lo haya eliminado.') : errorText(error, fallback)}
      onRetry={() => refetch()}
      action={gone && list && <LinkButton to={list.to}>{list.text}</LinkButton>}
    />
  );
}
