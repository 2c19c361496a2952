/**
 * How many watch a source now, as the streaming service counts. Its calls are few a second for the whole account, so one
 * answer about everything on air serves all who ask within its life.
 */
import { currentStreams } from '../../platform/aws/live-streaming.ts';
import { log } from '../../platform/observability/log.ts';

const lifeMs = 10_000;

let known: { until: number; viewers: Promise<Map<string, number>> } | undefined;

/** Null while the service does not know, or does not answer: nobody waits for a number. */
export async function audienceOf(channelArn: string, now: number): Promise<number | null> {
  if (!known || known.until <= now) known = { until: now + lifeMs, viewers: countAll() };
  return (await known.viewers).get(channelArn) ?? null;
}

async function countAll(): Promise<Map<string, number>> {
  try {
    const streams = await currentStreams();
    return new Map(
      streams.flatMap(({ channelArn, viewers }) => (viewers === undefined ? [] : [[channelArn, viewers]])),
    );
  } catch (error) {
    log('warn', 'the audience could not be counted', { error: error instanceof Error ? error.name : 'unknown' });
    return new Map();
  }
}
