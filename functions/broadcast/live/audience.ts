/**
 * Current viewers as IVS counts them. Its calls are limited per account, so one cached response covers all streams.
 */
import { crowdRefreshMs, liveRefreshMs } from '../../../shared/domain/limits.ts';
import { listCurrentStreams } from '../../platform/aws/live-streaming.ts';
import { log } from '../../platform/observability/log.ts';

const lifetimeMs = 10_000;
let cached: { until: number; viewers: Promise<Map<string, number>> } | undefined;

/** Null if IVS does not know or does not answer. */
export async function readAudience(channelArn: string, now: number): Promise<number | null> {
  if (!cached || cached.until <= now) cached = { until: now + lifetimeMs, viewers: countAll() };
  return (await cached.viewers).get(channelArn) ?? null;
}

/** Viewers above which a page asks half as often. */
const crowd = 5_000;

/** Milliseconds after which an open page polls again; `viewers` are null where they are not counted. */
export const chooseRefreshMs = (isOnAir: boolean, viewers: number | null): number =>
  isOnAir && (viewers ?? crowd) >= crowd ? crowdRefreshMs : liveRefreshMs;

async function countAll(): Promise<Map<string, number>> {
  try {
    const streams = await listCurrentStreams();
    return new Map(
      streams.flatMap(({ channelArn, viewers }) => (viewers === undefined ? [] : [[channelArn, viewers]])),
    );
  } catch (error) {
    log('warn', 'the audience could not be counted', { error: error instanceof Error ? error.name : 'unknown' });
    return new Map();
  }
}
