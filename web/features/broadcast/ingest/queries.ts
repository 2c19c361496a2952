/** Ingest health of a camera; without an id, of the user's own broadcast profile. */
import { useQuery } from '@tanstack/react-query';
import type { IngestHealth } from '../../../../shared/contract/ingest.ts';
import { api } from '../../../lib/api.ts';

/** IVS measures every five seconds, and only while a source is on air. */
const pollIntervalMs = 5_000;
const offAirPollMs = 30_000;

/** `live` is part of the key, so that the end of a broadcast causes a request. */
export function useIngestHealth(cameraId: string | undefined, live: boolean) {
  return useQuery({
    queryKey: ['ingest-health', cameraId ?? 'me', live],
    queryFn: async ({ signal }): Promise<IngestHealth> => {
      const answer = cameraId
        ? await api('GET /live/cameras/{id}/health', { params: { id: cameraId }, signal })
        : await api('GET /live/users/me/health', { signal });
      return answer.data.health;
    },
    refetchInterval: live ? pollIntervalMs : offAirPollMs,
  });
}

export const renewStreamKey = (cameraId: string | undefined) =>
  cameraId
    ? api('POST /live/cameras/{id}/stream-key', { params: { id: cameraId } })
    : api('POST /live/users/me/stream-key');

export const decideSourceTime = (cameraId: string | undefined, isOn: boolean) =>
  cameraId
    ? api('POST /live/cameras/{id}/time', { params: { id: cameraId }, body: { isOn } })
    : api('POST /live/users/me/time', { body: { isOn } });
