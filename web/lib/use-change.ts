/**
 * Changes that a page shows before the server has answered. The query's cache holds what the server has confirmed, and
 * pending changes are laid over it. So a fetch that began before a change cannot bring the old value back, and a change
 * that fails disappears by itself. Changes of one query run one after the other, and the last one reads it again.
 */
import { type QueryKey, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';

const toMutationKey = (queryKey: QueryKey) => ['change', ...queryKey];

export interface Changes<Data, Change> {
  /** Key of the query, or its beginning for the pages of a list. */
  queryKey: QueryKey;
  apply: (data: Data, change: Change) => Data;
}

export function useChange<Data, Change>(
  { queryKey, apply }: Changes<Data, Change>,
  send: (change: Change) => Promise<unknown>,
  { onMutate, onSuccess, onError, refetch }: ChangeOptions<Change> = {},
) {
  const queries = useQueryClient();
  const mutationKey = toMutationKey(queryKey);
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    // Without a network, a change fails like a query, instead of waiting silently.
    networkMode: 'always',
    mutationFn: send,
    onMutate,
    onSuccess: async (_, change) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData<Data>({ queryKey }, (data) => data && apply(data, change));
      onSuccess?.(change);
    },
    onError,
    onSettled: () => {
      if (queries.isMutating({ mutationKey }) > 1) return;
      void (refetch ? refetch() : queries.invalidateQueries({ queryKey }));
    },
  });
}

interface ChangeOptions<Change> {
  onMutate?: (change: Change) => void;
  onSuccess?: (change: Change) => void;
  onError?: (error: Error) => void;
  /** Reads again what the change affects; by default the query. */
  refetch?: () => Promise<unknown>;
}

/** Returns the data with the pending changes. */
export function useWithChanges<Data, Change>(
  { queryKey, apply }: Changes<Data, Change>,
  data: Data | undefined,
): Data | undefined {
  const pending = useMutationState({
    filters: { mutationKey: toMutationKey(queryKey), status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  return data && pending.reduce(apply, data);
}
