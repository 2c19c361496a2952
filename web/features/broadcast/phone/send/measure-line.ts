/** Measures what the line carries before the live, by bytes that go the way of a segment and are kept nowhere. */
import { readSteadyClock } from '../capture/clocks.ts';
import { LineMeter } from './line-meter.ts';
import type { Probe } from './phone-api.ts';
import type { PutObject } from './put-object.ts';

/** Milliseconds after which the measure of a slow line is what has left until then. */
const timeoutMs = 6_000;

/** Returns bits a second; undefined without a line. */
export async function measureLine(openProbe: () => Promise<Probe>, put: PutObject): Promise<number | undefined> {
  const meter = new LineMeter();
  const probe = await openProbe().catch(() => undefined);
  if (!probe) return undefined;
  // Bytes that no proxy compresses.
  const bytes = new Uint8Array(probe.bytes);
  for (let from = 0; from < bytes.length; from += 65_536) crypto.getRandomValues(bytes.subarray(from, from + 65_536));
  const startedAt = readSteadyClock();
  meter.begin(startedAt);
  const sent = put(probe, bytes, (count) => meter.add(count, readSteadyClock())).then(
    ({ status }) => status < 300,
    () => false,
  );
  const isWhole = await Promise.race([sent, sleep(timeoutMs)]);
  const now = readSteadyClock();
  // Bytes that a phone has handed to its modem have not left yet: the answer counts.
  return isWhole ? (8_000 * bytes.length) / Math.max(1, now - startedAt) : meter.measure(now);
}

const sleep = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
