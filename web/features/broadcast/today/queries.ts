import { useQuery } from '@tanstack/react-query';
import type { Today } from '../../../../shared/contract/today.ts';
import { isOver } from '../../../../shared/domain/match-state.ts';
import { api } from '../../../lib/api.ts';
import { useManagement } from '../../platform/back-office/use-management.ts';

/** Encodings report their progress about every five seconds. */
const runningMs = 5_000;
const quietMs = 60_000;
const nearKickOffMs = 30 * 60_000;

export function useToday() {
  const { isClubStaff } = useManagement();
  return useQuery({
    queryKey: ['today', isClubStaff],
    queryFn: async ({ signal }) =>
      (await api(isClubStaff ? 'GET /clubStaff/today' : 'GET /live/today', { signal })).data,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data, Date.now()) ? runningMs : quietMs),
  });
}

/** Returns true while a match is played or about to begin, a source is on air unseen, or a video is processed. */
export const isRunning = ({ matches, strays, processing }: Today, now: number): boolean =>
  processing.total > 0 ||
  strays.length > 0 ||
  matches.some((match) => Date.parse(match.scheduledStartDate) - nearKickOffMs <= now && !isOver(match, now));
