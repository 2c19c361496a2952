/**
 * Entries of the edge's store, computed from the current items, so that a repeated or late event is harmless.
 * infra/edge-withdrawals.ts reads them and describes their format.
 */
import { isLacking } from '../../../shared/domain/image-rights.ts';
import {
  listAllBroadcasts,
  listBroadcastsOfEvent,
  listBroadcastsOfFolder,
  listRecordingPrefixes,
} from '../../broadcast/broadcasts/event-broadcasts.ts';
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { getBroadcast } from '../../broadcast/broadcasts/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { EdgeEntries } from '../../platform/aws/edge-store.ts';
import type { Showable } from '../../platform/shown/rules.ts';
import { isHeldByMatter } from '../../platform/withholding/rules.ts';
import { findWithdrawn, isWithdrawn, type WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
import type { StoredClip } from '../../recordings/clips/rules.ts';
import { clips, findClips } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findRecording } from '../../recordings/media/media-kinds.ts';
import { vods } from '../../recordings/vods/store.ts';
import { addFamiliesRule, everything, toRecordingRules, toVodRules } from './edge-rules.ts';
import { followClipsOfLive, followClipsOfVod } from './follow-clips.ts';

/** Reads all broadcasts once for many items, when the first one needs them. */
export function shareBroadcasts(): typeof listAllBroadcasts {
  let all: Promise<StoredBroadcast[]> | undefined;
  return () => {
    all ??= listAllBroadcasts();
    return all;
  };
}

/** Computes all entries of an item. Clips are updated first, to complete an interrupted run. */
export async function readEdgeEntries(
  { kind, id }: WithdrawnRef,
  now: number,
  readBroadcasts = listAllBroadcasts,
): Promise<EdgeEntries> {
  switch (kind) {
    case 'vods':
      return readVodEntries(id, now);
    case 'events':
      return readEventEntries(id, readBroadcasts);
    case 'broadcasts':
      return readLiveEntries(id, now);
    case 'clips':
      return new Map([[`clips/${id}`, await readClipValue(await clips.get(id), id)]]);
    case 'contentvideos':
      return new Map([[`contentvideos/${id}`, await readItemValue({ kind, id }, await contentVideos.get(id))]]);
    case 'recordings':
      return readFolderEntries(id, now);
  }
}

async function readVodEntries(id: string, now: number): Promise<EdgeEntries> {
  const vod = await vods.get(id);
  if (vod) await followClipsOfVod(vod, now);
  const rules = async () => vod && (await toVodRules(vod));
  const entries: EdgeEntries = new Map([[`vods/${id}`, await readItemValue({ kind: 'vods', id }, vod, rules)]]);
  const prefix = vod ? findRecording(vod) : (await findWithdrawn({ kind: 'vods', id }))?.recording;
  if (prefix) entries.set(prefix, await readRecordingValue(prefix, { eventId: vod?.sportEventId, vodId: id }));
  await addClips(entries, await findClips({ vodId: id }));
  return entries;
}

/** The picture of a match, its lives and their clips; its recordings are withdrawn individually. */
async function readEventEntries(id: string, readBroadcasts: typeof listAllBroadcasts): Promise<EdgeEntries> {
  const event = await events.get(id);
  const entries: EdgeEntries = new Map([[`events/${id}`, await readItemValue({ kind: 'events', id }, event)]]);
  for (const broadcast of await listBroadcastsOfEvent(id, readBroadcasts)) await addRecordings(entries, broadcast);
  await addClips(entries, await findClips({ sportEventId: id }));
  return entries;
}

async function readLiveEntries(ref: string, now: number): Promise<EdgeEntries> {
  const [channelArn = '', id = ''] = ref.split(' ');
  const broadcast = await getBroadcast({ channelArn, id });
  const entries: EdgeEntries = new Map();
  if (!broadcast) return entries;
  await followClipsOfLive(broadcast, now);
  await addRecordings(entries, broadcast);
  await addClips(entries, await findClips({ broadcastId: id }));
  return entries;
}

/** The folder of a recorded broadcast alone, for an entry that no item names. */
async function readFolderEntries(prefix: string, now: number): Promise<EdgeEntries> {
  const broadcasts = await listBroadcastsOfFolder(prefix);
  const broadcast = broadcasts.find((one) => listRecordingPrefixes(one).includes(prefix));
  const entries: EdgeEntries = broadcast
    ? await readLiveEntries(`${broadcast.channelArn} ${broadcast.id}`, now)
    : new Map();
  return new Map([[prefix, entries.get(prefix)]]);
}

async function addRecordings(entries: EdgeEntries, broadcast: StoredBroadcast): Promise<void> {
  const { withdrawn } = broadcast;
  for (const prefix of listRecordingPrefixes(broadcast)) {
    const outcome = broadcast.recordings[prefix];
    const vodId = outcome?.kind === 'VIDEO' ? outcome.vodId : undefined;
    entries.set(prefix, await readRecordingValue(prefix, { eventId: broadcast.event?.id, vodId, withdrawn }));
  }
}

async function addClips(entries: EdgeEntries, rows: readonly { id: string }[]): Promise<void> {
  for (const { id } of rows) entries.set(`clips/${id}`, await readClipValue(await clips.get(id), id));
}

interface Recorded {
  eventId: string | null | undefined;
  vodId: string | undefined;
  withdrawn?: StoredBroadcast['withdrawn'];
}

/**
 * The value of a live's recording, which viewers can watch from its start, even for a while after its end. It ends with
 * its video, and with its match if it has no video.
 */
async function readRecordingValue(
  prefix: string,
  { eventId, vodId, withdrawn }: Recorded,
): Promise<string | undefined> {
  const [event, vod] = await Promise.all([readEvent(eventId), vodId ? vods.get(vodId) : undefined]);
  const isDeleted = vodId ? !vod && (await isWithdrawn({ kind: 'vods', id: vodId })) : await isGone(eventId, event);
  return isDeleted ? everything : combineValue([event, vod], () => toRecordingRules(prefix, { vod, withdrawn }));
}

/** A clip is withdrawn or deleted with its recording or its match, or withdrawn if these lack the rights to clips. */
async function readClipValue(clip: StoredClip | undefined, id: string): Promise<string | undefined> {
  const [vod, event] = await Promise.all([
    clip?.vodId ? vods.get(clip.vodId) : undefined,
    readEvent(clip?.sportEventId),
  ]);
  if ([vod, event].some((item) => item?.audience !== 'FAMILIES' && isLacking(item?.lacks ?? [], 'clips')))
    return everything;
  if (clip?.vodId && !vod && (await isWithdrawn({ kind: 'vods', id: clip.vodId }))) return everything;
  if (await isGone(clip?.sportEventId, event)) return everything;
  return combineValue([vod, event], () => readItemValue({ kind: 'clips', id }, clip));
}

const isGone = async (eventId: string | null | undefined, event: StoredEvent | undefined): Promise<boolean> =>
  Boolean(eventId) && !event && (await isWithdrawn({ kind: 'events', id: String(eventId) }));

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
