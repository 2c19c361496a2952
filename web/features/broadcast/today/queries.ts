/** 'Hoy' in one request; polled often while something runs. */
import { useQuery } from '@tanstack/react-query';
import type { Today } from '../../../../shared/contract/today.ts';
import { isOver } from '../../../../shared/domain/match-state.ts';
import { api } from '../../../lib/api.ts';
import { useManagement } from '../../platform/manage/use-management.ts';

/** Encodings report their percentage about as often; camera measures are up to a minute old. */
const runningMs = 5_000;
const quietMs = 60_000;
const soonMs = 30 * 60_000;

export function useToday() {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['today', staff],
    queryFn: async ({ signal }) => (await api(staff ? 'GET /clubStaff/today' : 'GET /live/today', { signal })).data,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data, Date.now()) ? runningMs : quietMs),
  });
}

/** Returns true while a match is on or near, a source is on air, or a video is processed. */
export const isRunning = ({ matches, strays, processing }: Today, now: number): boolean =>
  processing.total > 0 ||
  strays.length > 0 ||
  matches.some((match) => Date.parse(match.scheduledStartDate) - soonMs <= now && !isOver(match, now));
