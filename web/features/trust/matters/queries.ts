/** Queries of matters, and what staff do with one: decide, undo the decision, appeal. */

import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer as MatterAnswer } from '../../../../shared/contract/matters.ts';
import { type Answer, api } from '../../../lib/api.ts';
import { useAct } from '../../../ui/use-act.ts';

export type ListedMatter = Answer<'GET /matters'>['data']['matters'][number];

export type QueueState = 'waiting' | 'closed';

export const useMatters = (query: { page: number; state: QueueState }) =>
  useQuery({
    queryKey: ['matters', query],
    queryFn: async ({ signal }) => (await api('GET /matters', { query, signal })).data,
    placeholderData: keepPreviousData,
  });

const matterQuery = (id: string) =>
  queryOptions({
    queryKey: ['matter', id],
    queryFn: async ({ signal }) => (await api('GET /matters/{id}', { params: { id }, signal })).data.matter,
  });

export const useMatter = (id: string) => useQuery(matterQuery(id));

export type MatterAction =
  | { do: 'decide'; answer: MatterAnswer; reasons: string; version: number }
  | { do: 'name'; page: string; version: number }
  | { do: 'release'; matters: string[] }
  | { do: 'undo' }
  | { do: 'appeal'; message: string };

export function useMatterAction(id: string) {
  const cache = useQueryClient();
  return useAct({
    send: async (action: MatterAction) => (await send(id, action)).data.matter,
    failure: null,
    stale: ['matters'],
    onDone: (matter) => cache.setQueryData(matterQuery(id).queryKey, matter),
  });
}

/** An act on the matter of the page: how to begin it, whether it runs, and how its last attempt ended. */
export type MatterActing = ReturnType<typeof useMatterAction>;

function send(id: string, action: MatterAction) {
  const params = { id };
  switch (action.do) {
    case 'undo':
      return api('DELETE /matters/{id}/decision', { params });
    case 'appeal':
      return api('POST /matters/{id}/appeal', { params, body: { message: action.message } });
    case 'name':
      return api('POST /matters/{id}/target', { params, body: { page: action.page, version: action.version } });
    case 'release':
      return api('POST /matters/{id}/release', { params, body: { matters: action.matters } });
    default: {
      const { do: _, ...body } = action;
      return api('POST /matters/{id}/decision', { params, body });
    }
  }
}
