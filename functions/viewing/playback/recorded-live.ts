/**
 * A running live from its start: the playlists of its IVS recording. What is common to all viewers is read once a
 * second and rebuilt when the recording has grown, every half minute; only the master playlist names the viewer.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { hlsFolder, playlistAddress } from '../../broadcast/broadcasts/growing-recording.ts';
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { recordingGraceMs } from '../../broadcast/broadcasts/rules.ts';
import { getBroadcast } from '../../broadcast/broadcasts/store.ts';
import { isOnAir, type StoredSource } from '../../broadcast/live/rules.ts';
import { sourceBySlug } from '../../broadcast/live/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { ConcatenatedGzip, SharedSuffix } from '../../platform/http/concatenated-gzip.ts';
import type { RawResponse } from '../../platform/http/request.ts';
import { LruCache } from '../../platform/lists/lru-cache.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';
import type { PrivateFolder } from '../../platform/shown/private-pictures.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import { isWithdrawnDate, toDates } from '../../recordings/media/withdrawn-recording.ts';
import { omitSegments } from '../../recordings/media/withdrawn-segments.ts';
import { vods } from '../../recordings/vods/store.ts';
import { notCached, readSignature } from './media-files.ts';
import { rewriteGrowing, rewriteRecordedMaster } from './playlist.ts';
import { ticketMs } from './tokens.ts';

export interface Running {
  source: StoredSource;
  broadcast: StoredBroadcast;
  /** The match that decides access; undefined for a live without one. */
  event: StoredEvent | undefined;
}

const crowd = new TtlCache<Running | undefined>(1_000, 500);

/** At most a second old, which delays changes such as hiding a match. */
export const runningBroadcast = (slug: string, id: string, now: number): Promise<Running | undefined> =>
  crowd.get(`${slug} ${id}`, now, async () => {
    const source = await sourceBySlug(slug);
    const broadcast = source && (await getBroadcast({ channelArn: source.channelArn, id }));
    if (!broadcast) return undefined;
    const isNow = source.broadcast?.id === id;
    const eventId = broadcast.event?.id ?? (isNow ? source.sportEventId : null);
    return { source, broadcast, event: eventId ? await events.get(eventId) : undefined };
  });

/** Viewers present at the end may watch to the end; others get the video. A drop is not an end. */
export function wasPresentAtEnd({ source, broadcast: { id, endedAt } }: Running, ticketExpiresAt: number, now: number) {
  if (endedAt === null || (source.broadcast?.id === id && isOnAir(source, now))) return true;
  return ticketExpiresAt - ticketMs <= Date.parse(endedAt);
}

interface FileRequest {
  broadcast: StoredBroadcast;
  name: string;
  token: string | undefined;
  now: number;
  privateFolder?: PrivateFolder | undefined;
}

export async function runningFile({ broadcast, name, token, now, privateFolder }: FileRequest): Promise<RawResponse> {
  const [, rendition] = /^(\w{1,20})\.m3u8$/.exec(name) ?? [];
  const { recordingPrefix: prefix } = broadcast;
  if (!rendition || !prefix) throw new ApiError('PLY4040');
  const isMaster = rendition === 'index';
  const playlist = await read(prefix, isMaster ? undefined : rendition, now);
  if (playlist === undefined) throw new ApiError('PLY4040');
  const headers = { ...notCached, 'content-type': 'application/vnd.apple.mpegurl' };
  if (isMaster) return { status: 200, headers, body: rewriteRecordedMaster(playlist, token) };
  const folder = [privateFolder, hlsFolder(prefix)].filter(Boolean).join('/');
  const signature = await readSignature(folder, now);
  const isOver = isComplete(broadcast, prefix, now);
  const withdrawn = await readWithdrawn(broadcast, prefix);
  const cut = withdrawn.map(({ id }) => id).join();
  // The playlist only grows, so its length identifies its version.
  const whole = made.get([folder, rendition, playlist.length, isOver, cut, signature].join('\n'), () => {
    const left = omitSegments(
      playlist,
      ({ from, to }, at) => at !== undefined && isWithdrawnDate(withdrawn, at, to - from),
    );
    return new SharedSuffix(rewriteGrowing(left, { folder: `/${folder}/${rendition}`, signature, isOver }));
  });
  return { status: 200, headers, body: new ConcatenatedGzip('', whole) };
}

/** Once the recording is a video, ranges are taken out of and restored to that. */
async function readWithdrawn(
  { withdrawn = [], recordings }: StoredBroadcast,
  prefix: string,
): Promise<WithdrawnRange[]> {
  const outcome = recordings[prefix];
  const vod = outcome?.kind === 'VIDEO' ? await vods.get(outcome.vodId) : undefined;
  return vod?.recorded ? toDates(vod.withdrawn ?? [], vod.recorded) : withdrawn;
}

const made = new LruCache<SharedSuffix>(40);
const playlists = new TtlCache<string | undefined>(1_000, 100);

const read = (prefix: string, rendition: string | undefined, now: number) =>
  playlists.get(`${prefix} ${rendition}`, now, async () => {
    const bytes = await readObject(playlistAddress(prefix, rendition));
    return bytes && Buffer.from(bytes).toString('utf8');
  });

/** IVS reported the end of the recording, or has had enough time to. */
const isComplete = ({ endedAt, recordings }: StoredBroadcast, prefix: string, now: number) =>
  endedAt !== null && (recordings[prefix] !== undefined || now - Date.parse(endedAt) > recordingGraceMs);
