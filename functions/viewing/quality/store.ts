/**
 * Sums of the viewers' experience, in the table `quality`. Reports add to sharded items of their hour; a job joins them
 * into one item for each hour and one for each day of a video. No item names a viewer.
 */
import { randomInt } from 'node:crypto';
import type { QualityKind } from '../../../shared/contract/quality.ts';
import { addSums, joinFew, type Sums } from '../../../shared/domain/quality-sums.ts';
import { getItems, type Key, putItem, updateItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition, isWritten } from '../../platform/aws/dynamo-errors.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';
import { everyShard, shards } from '../../platform/aws/shards.ts';

/** `vods/{id}`: a kind and its id. */
export type Subject = `${QualityKind}/${string}`;

const hourMs = 3_600_000;
/** Hours whose sums may still change: reports are at most two hours late. */
export const openHours = 3;
/** Seconds: sums in progress, and the sequence numbers that prevent double counting. */
const countedSeconds = 86_400;
const countedUntil = (now: number) => ({ ':expiresAt': Math.ceil(now / 1000) + countedSeconds });
/** Seconds: thirteen months, so that a season can be compared with the last. */
export const keptSeconds = 396 * 86_400;

/** `2026-11-27T11`, in UTC. */
export const toHour = (at: number): string => new Date(at).toISOString().slice(0, 13);
export const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const listOpenHours = (now: number): string[] =>
  Array.from({ length: openHours }, (_, ago) => toHour(now - ago * hourMs));

/** Claims a report for counting; false if it or a later one of the same playback was counted. */
export const claimReport = ({ sid, sn }: { sid: string; sn: number }, now: number): Promise<boolean> =>
  isWritten(
    updateItem(
      'quality',
      { pk: `PLAYBACK#${sid}`, sk: 'REPORT' },
      { expression: 'SET sn = :sn, expiresAt = :expiresAt', values: { ':sn': sn, ...countedUntil(now) } },
      { condition: 'attribute_not_exists(sn) OR sn < :sn' },
    ),
  );

/**
 * Charges a report to its ticket's hour, so that one ticket cannot count as many viewers or as more watching than an
 * hour has. Returns whether the report's viewer is the first; undefined once the hour is spent.
 */
export async function chargeTicket(
  ticketHash: string,
  { at, seconds, isNewViewer }: { at: number; seconds: number; isNewViewer: boolean },
  now: number,
): Promise<{ isFirstViewer: boolean } | undefined> {
  const share = await updateItem<{ viewers: number }>(
    'quality',
    { pk: `TICKET#${ticketHash}`, sk: toHour(at) },
    {
      expression: 'SET expiresAt = :expiresAt ADD spent :seconds, viewers :viewers',
      values: { ...countedUntil(now), ':seconds': seconds, ':viewers': isNewViewer ? 1 : 0, ':max': secondsOfTicket },
    },
    { condition: 'attribute_not_exists(spent) OR spent < :max' },
  ).catch(ignoreFailedCondition);
  return share && { isFirstViewer: isNewViewer && share.viewers === 1 };
}

/** Seconds of an hour, and of reports that reach over its borders. */
const secondsOfTicket = 5_400;

/** Adds to the sums of an hour, in a random shard. */
export async function addToHour(subject: Subject, at: number, sums: Sums, now: number): Promise<void> {
  const names = Object.keys(sums);
  await updateItem(
    'quality',
    { pk: hourKey(toHour(at), randomInt(shards)), sk: subject },
    {
      expression: `SET expiresAt = :expiresAt ADD ${names.map((_, at) => `#n${at} :n${at}`).join(', ')}`,
      names: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
      values: { ...countedUntil(now), ...Object.fromEntries(names.map((name, at) => [`:n${at}`, sums[name]])) },
    },
  );
}

export async function readHour(hour: string): Promise<Map<Subject, Sums>> {
  const parts = new Map<Subject, Sums[]>();
  await Promise.all(
    everyShard.map(async (shard) => {
      for await (const page of queryItems<Counted>('quality', hourKey(hour, shard)))
        for (const { sk, ...item } of page) parts.set(sk, [...(parts.get(sk) ?? []), readSums(item)]);
    }),
  );
  return new Map([...parts].map(([subject, sums]) => [subject, addSums(sums)]));
}

export interface HourOfSubject {
  hour: string;
  sums: Sums;
}

/** Reads all hours of a subject, oldest first; an hour that may still change is summed up from its shards. */
export async function readSubject(subject: Subject, now: number): Promise<HourOfSubject[]> {
  const hours = new Map((await readJoined(subject)).map(({ hour, sums }) => [hour, sums]));
  const open = listOpenHours(now);
  const keys = open.flatMap((hour) =>
    everyShard.map((shard) => ({ table: 'quality' as const, key: { pk: hourKey(hour, shard), sk: subject } })),
  );
  const items = await getItems(keys);
  for (const [at, hour] of open.entries()) {
    const counted = items.slice(at * shards, (at + 1) * shards).filter((item) => item !== undefined);
    if (counted.length > 0) hours.set(hour, addSums(counted.map(readSums)));
  }
  return [...hours].map(([hour, sums]) => ({ hour, sums })).toSorted((a, b) => (a.hour < b.hour ? -1 : 1));
}

/** Writes the sum of an hour that has grown, and the sum of its day. */
export async function joinHour(subject: Subject, hour: string, sums: Sums, now: number): Promise<void> {
  const day = hour.slice(0, 10);
  const before = await readJoined(subject, day);
  if (before.find((one) => one.hour === hour)?.sums.reports === sums.reports) return;
  const hours = [...before.filter((one) => one.hour !== hour), { hour, sums }];
  const { entries } = joinFew(hours);
  const expiresAt = Math.ceil(now / 1000) + keptSeconds;
  await putItem('quality', { pk: subject, sk: hour, sums, expiresAt });
  const rest = hours.filter((one) => !entries.includes(one));
  await putItem('quality', {
    pk: dayKey(day),
    sk: subject,
    expiresAt,
    shown: addSums(entries.map((one) => one.sums)),
    few: addSums(rest.map((one) => one.sums)),
  });
}

export interface DayOfSubject {
  subject: Subject;
  /** Sums of hours with enough viewers, and of the others together. */
  shown: Sums;
  few: Sums;
}

export async function readDay(day: string): Promise<DayOfSubject[]> {
  const days = await queryAll<DayOfSubject & { sk: Subject }>('quality', dayKey(day));
  return days.map(({ sk, shown, few }) => ({ subject: sk, shown, few }));
}

async function readJoined(subject: Subject, prefix = ''): Promise<HourOfSubject[]> {
  const hours = await queryAll<Key & { sums: Sums }>('quality', subject, prefix ? { prefix } : undefined);
  return hours.map(({ sk, sums }) => ({ hour: sk, sums }));
}

type Counted = Record<string, unknown> & { sk: Subject };

function readSums({ expiresAt: _, ...item }: Record<string, unknown>): Sums {
  return Object.fromEntries(
    Object.entries(item).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}

const hourKey = (hour: string, shard: number) => `HOUR#${hour}#${shard}`;
const dayKey = (day: string) => `DAY#${day}`;
