import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const usePlans = () =>
  useQuery({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => (await api('GET /live/plans', { signal })).data.plans,
  });

export const usePromotionCodes = () =>
  useInfiniteQuery({
    queryKey: ['promotion-codes'],
    queryFn: async ({ pageParam: after, signal }) =>
      (await api('GET /live/promotion-codes', { query: { ...(after && { after }) }, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
