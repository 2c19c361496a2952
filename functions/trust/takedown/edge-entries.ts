/**
 * Entries of the edge's store, computed from the current items, so that a repeated or late event is harmless.
 * infra/edge-withdrawals.ts reads them and describes their format.
 */
import { isLacking } from '../../../shared/domain/image-rights.ts';
import { listBroadcastsOfEvent, listRecordingPrefixes } from '../../broadcast/broadcasts/event-broadcasts.ts';
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { getBroadcast } from '../../broadcast/broadcasts/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { Showable } from '../../platform/shown/rules.ts';
import { isHeldByMatter } from '../../platform/withholding/rules.ts';
import { isWithdrawn, type WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
import type { StoredClip } from '../../recordings/clips/rules.ts';
import { clips, findClips, findClipsOfLive, findClipsOfMatch } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findDeleted } from '../../recordings/media/deleted-videos.ts';
import { toRecordingPrefix } from '../../recordings/media/ivs-recording.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { addFamiliesRule, everything, toRecordingRules, toVodRules } from './edge-rules.ts';
import { followClipsOfLive, followClipsOfVod } from './follow-clips.ts';

/** Values by key; undefined for an entry that must not exist. */
export type EdgeEntries = Map<string, string | undefined>;

/** Computes all entries of an item. Clips are updated first, to complete an interrupted run. */
export async function readEdgeEntries({ kind, id }: WithdrawnRef, now: number): Promise<EdgeEntries> {
  switch (kind) {
    case 'vods':
      return readVodEntries(id, now);
    case 'events':
      return readEventEntries(id);
    case 'broadcasts':
      return readLiveEntries(id, now);
    case 'clips':
      return new Map([[`clips/${id}`, await readClipValue(await clips.get(id), id)]]);
    case 'contentvideos':
      return new Map([[`contentvideos/${id}`, await readItemValue({ kind, id }, await contentVideos.get(id))]]);
  }
}

async function readVodEntries(id: string, now: number): Promise<EdgeEntries> {
  const vod = await vods.get(id);
  if (vod) await followClipsOfVod(vod, now);
  const rules = async () => vod && (await toVodRules(vod));
  const entries: EdgeEntries = new Map([[`vods/${id}`, await readItemValue({ kind: 'vods', id }, vod, rules)]]);
  const source = (vod ?? (await findDeleted('vods', id))?.item)?.source;
  if (source?.bucket === 'recordings') {
    const prefix = toRecordingPrefix(source.key);
    const value = vod
      ? await readRecordingValue(prefix, { event: await readEvent(vod.sportEventId), vod })
      : await readItemValue({ kind: 'vods', id }, undefined);
    entries.set(prefix, value);
  }
  await addClips(entries, await findClips(id));
  return entries;
}

/** The picture of a match, its lives and their clips; its recordings are withdrawn individually. */
async function readEventEntries(id: string): Promise<EdgeEntries> {
  const event = await events.get(id);
  const entries: EdgeEntries = new Map([[`events/${id}`, await readItemValue({ kind: 'events', id }, event)]]);
  for (const broadcast of await listBroadcastsOfEvent(id)) await addRecordings(entries, broadcast, event);
  await addClips(entries, await findClipsOfMatch(id));
  return entries;
}

async function readLiveEntries(ref: string, now: number): Promise<EdgeEntries> {
  const [channelArn = '', id = ''] = ref.split(' ');
  const broadcast = await getBroadcast({ channelArn, id });
  const entries: EdgeEntries = new Map();
  if (!broadcast) return entries;
  await followClipsOfLive(broadcast, now);
  await addRecordings(entries, broadcast, await readEvent(broadcast.event?.id));
  await addClips(entries, await findClipsOfLive(id));
  return entries;
}

async function addRecordings(
  entries: EdgeEntries,
  broadcast: StoredBroadcast,
  event: StoredEvent | undefined,
): Promise<void> {
  const { withdrawn } = broadcast;
  for (const prefix of listRecordingPrefixes(broadcast)) {
    const outcome = broadcast.recordings[prefix];
    const vod = outcome?.kind === 'VIDEO' ? await vods.get(outcome.vodId) : undefined;
    entries.set(prefix, await readRecordingValue(prefix, { event, vod, withdrawn }));
  }
}

async function addClips(entries: EdgeEntries, rows: readonly { id: string }[]): Promise<void> {
  for (const { id } of rows) entries.set(`clips/${id}`, await readClipValue(await clips.get(id), id));
}

interface Recorded {
  event: StoredEvent | undefined;
  vod: StoredVod | undefined;
  withdrawn?: StoredBroadcast['withdrawn'];
}

/** The value of a live's recording, which viewers can watch from its start, even for a while after its end. */
const readRecordingValue = (prefix: string, { event, ...recorded }: Recorded): Promise<string | undefined> =>
  combineValue([event, recorded.vod], () => toRecordingRules(prefix, recorded));

/** A clip is withdrawn with its recording or its match, or if these lack the image rights to clips. */
async function readClipValue(clip: StoredClip | undefined, id: string): Promise<string | undefined> {
  const [vod, event] = await Promise.all([
    clip?.vodId ? vods.get(clip.vodId) : undefined,
    readEvent(clip?.sportEventId),
  ]);
  if ([vod, event].some((item) => item?.audience !== 'FAMILIES' && isLacking(item?.lacks ?? [], 'clips')))
    return everything;
  return combineValue([vod, event], () => readItemValue({ kind: 'clips', id }, clip));
}

const readEvent = async (id: string | null | undefined) => (id ? events.get(id) : undefined);

/** A deleted item stays withdrawn while it can be recovered or its files exist. */
async function readItemValue(ref: WithdrawnRef, item: Item | undefined, rules?: Rules): Promise<string | undefined> {
  if (item) return combineValue([item], rules);
  return (await isWithdrawn(ref)) ? everything : undefined;
}

type Item = Pick<Showable, 'withheld' | 'audience'>;
type Rules = () => Promise<string | undefined>;

/** The value of files shared by several items: one refused item refuses the files. */
async function combineValue(items: readonly (Item | undefined)[], rules: Rules = async () => undefined) {
  const value = items.some((item) => item && isRefused(item)) ? everything : await rules();
  return items.some((item) => item?.audience === 'FAMILIES') ? addFamiliesRule(value) : value;
}

/** Matches for families need no image rights. */
const isRefused = (item: Item): boolean =>
  item.audience === 'FAMILIES' ? isHeldByMatter(item) : item.withheld !== undefined;
