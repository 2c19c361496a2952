/** Measures the bandwidth before the live, by bytes that take the way of a segment and are stored nowhere. */
import { readSteadyClock } from '../capture/clocks.ts';
import { LineMeter } from './line-meter.ts';
import type { Probe } from './phone-api.ts';
import type { PutObject } from './put-object.ts';

/** Milliseconds after which the bytes sent so far decide, on a slow network. */
const timeoutMs = 6_000;

/** Returns bits per second; undefined without a network. */
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
  // Bytes passed to the modem are not sent yet: only the response counts.
  return isWhole ? (8_000 * bytes.length) / Math.max(1, now - startedAt) : meter.measure(now);
}

const sleep = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
