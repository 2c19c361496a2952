/**
 * Entries of the edge's store, computed from the current items, so that a repeated or late event is harmless.
 * infra/edge-withdrawals.ts reads them and describes their format.
 */
import { listBroadcastsOfEvent, listRecordingPrefixes } from '../../broadcast/broadcasts/of-event.ts';
import { events } from '../../league/events/store.ts';
import { isWithdrawn, type WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
import type { StoredClip } from '../../recordings/clips/rules.ts';
import { clips, findClips, findClipsOfMatch } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { recordingPrefix } from '../../recordings/media/ivs-recording.ts';
import type { MediaFields } from '../../recordings/media/rules.ts';
import { vods } from '../../recordings/vods/store.ts';

/** Values by key; undefined for an entry that must not be there. */
export type EdgeEntries = Map<string, string | undefined>;

const everything = '*';

/** Everything at the edge that depends on the item. */
export async function readEdgeEntries({ kind, id }: WithdrawnRef): Promise<EdgeEntries> {
  if (kind === 'vods') return readVodEntries(id);
  if (kind === 'events') return readEventEntries(id);
  if (kind === 'clips') return new Map([[`clips/${id}`, await clipValue(await clips.get(id), id)]]);
  return new Map([[`${kind}/${id}`, await itemValue({ kind, id }, await contentVideos.get(id))]]);
}

async function readVodEntries(id: string): Promise<EdgeEntries> {
  const vod = await vods.get(id);
  const value = await itemValue({ kind: 'vods', id }, vod);
  const entries: EdgeEntries = new Map([[`vods/${id}`, value]]);
  const source = vod?.source;
  if (source?.bucket === 'recordings') {
    const event = vod?.sportEventId ? await events.get(vod.sportEventId) : undefined;
    entries.set(recordingPrefix(source.key), recordingValue(event, vod));
  }
  await addClips(entries, await findClips(id));
  return entries;
}

/** The picture of a match, its lives and their clips; its recordings are withdrawn one by one. */
async function readEventEntries(id: string): Promise<EdgeEntries> {
  const event = await events.get(id);
  const entries: EdgeEntries = new Map([[`events/${id}`, await itemValue({ kind: 'events', id }, event)]]);
  for (const broadcast of await listBroadcastsOfEvent(id)) {
    for (const prefix of listRecordingPrefixes(broadcast)) {
      const outcome = broadcast.recordings[prefix];
      const vod = outcome?.kind === 'VIDEO' ? await vods.get(outcome.vodId) : undefined;
      entries.set(prefix, recordingValue(event, vod));
    }
  }
  await addClips(entries, await findClipsOfMatch(id));
  return entries;
}

async function addClips(entries: EdgeEntries, rows: readonly { id: string }[]): Promise<void> {
  for (const { id } of rows) entries.set(`clips/${id}`, await clipValue(await clips.get(id), id));
}

type Withholdable = Pick<MediaFields, 'withheld'> | undefined;

/** The recording of a live, which viewers can watch from its start, also for a while after its end. */
const recordingValue = (event: Withholdable, vod: Withholdable): string | undefined =>
  event?.withheld || vod?.withheld ? everything : undefined;

/** A clip is withdrawn with its recording and its match. */
async function clipValue(clip: StoredClip | undefined, id: string): Promise<string | undefined> {
  const [vod, event] = await Promise.all([
    clip?.vodId ? vods.get(clip.vodId) : undefined,
    clip?.sportEventId ? events.get(clip.sportEventId) : undefined,
  ]);
  return vod?.withheld || event?.withheld ? everything : itemValue({ kind: 'clips', id }, clip);
}

/** A deleted item stays withdrawn as long as it could be recovered or its files are left. */
async function itemValue(ref: WithdrawnRef, item: Withholdable): Promise<string | undefined> {
  if (item) return item.withheld && everything;
  return (await isWithdrawn(ref)) ? everything : undefined;
}
