/**
 * Current viewers as IVS counts them. Its calls are limited per account, so one cached response covers all streams.
 */
import { listCurrentStreams } from '../../platform/aws/live-streaming.ts';
import { log } from '../../platform/observability/log.ts';

const lifeMs = 10_000;

let known: { until: number; viewers: Promise<Map<string, number>> } | undefined;

/** Null if IVS does not know or does not answer. */
export async function readAudience(channelArn: string, now: number): Promise<number | null> {
  if (!known || known.until <= now) known = { until: now + lifeMs, viewers: countAll() };
  return (await known.viewers).get(channelArn) ?? null;
}

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
