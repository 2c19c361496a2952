/**
 * A running live from its start: the playlists of its IVS recording, or of what a phone has sent. Data common to all
 * viewers is read once a second and rebuilt when the recording has grown. Only the master playlist names the viewer; the
 * edge shares the others.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import { isPhoneWindow, phoneWindowSuffix, toSharedPlaylistMs } from '../../../shared/domain/limits.ts';
import { growingFolder } from '../../../shared/domain/media-address.ts';
import { recordingGraceMs, type StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { getBroadcast } from '../../broadcast/broadcasts/store.ts';
import { isAiredSinceStart, isInAirtimeNow, isOpenToFamilies, isShownNow } from '../../broadcast/live/airtime.ts';
import { isInReserve } from '../../broadcast/live/feeds.ts';
import { isOnAir, type StoredSource } from '../../broadcast/live/rules.ts';
import { findSourceBySlug } from '../../broadcast/live/store.ts';
import { readPhoneMaster, readPhonePlaylist } from '../../broadcast/phone/read-playlist.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { mediaUrl } from '../../platform/aws/addresses.ts';
import { readText } from '../../platform/aws/storage.ts';
import { signFolder } from '../../platform/files/signed-addresses.ts';
import type { RawResponse } from '../../platform/http/request.ts';
import { LruCache, TtlCache } from '../../platform/lists/lru-cache.ts';
import { isInvitedTo } from '../../platform/shown/families.ts';
import { findPrivateFolder } from '../../platform/shown/private-pictures.ts';
import { isShownFor } from '../../platform/shown/rules.ts';
import { hlsFolder, playlistAddress } from '../../recordings/media/ivs-recording.ts';
import { isPhonePrefix } from '../../recordings/media/phone-recording.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import { isWithdrawnDate, toDates } from '../../recordings/media/withdrawn-recording.ts';
import { omitSegments } from '../../recordings/media/withdrawn-segments.ts';
import { vods } from '../../recordings/vods/store.ts';
import { notCached, readSignature } from './media-files.ts';
import { mapAddresses, rewriteGrowing, rewriteRecordedMaster } from './playlist.ts';
import { mayPreview } from './rules.ts';
import { ticketMs } from './tokens.ts';

export interface Running {
  source: StoredSource;
  broadcast: StoredBroadcast;
  /** The match that decides access; undefined for a live without one. */
  event: StoredEvent | undefined;
}

const runningCache = new TtlCache<Running | undefined>(1_000, 500);

/** At most a second old, which delays changes such as hiding a match. */
export const readCachedBroadcast = (slug: string, id: string, now: number): Promise<Running | undefined> =>
  runningCache.get(`${slug} ${id}`, now, async () => {
    const source = await findSourceBySlug(slug);
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

/** Groups of readers. Each has its own growing playlist, which differs in the folder of the segments. */
export const growingReaders = ['viewers', 'families', 'staff'] as const;
export type GrowingReader = (typeof growingReaders)[number];

/** Finds the group of a caller who may watch. */
export function findGrowingReader(
  caller: Caller | undefined,
  { source, event }: Pick<Running, 'source' | 'event'>,
): GrowingReader {
  if (mayPreview(caller, event) || (isInReserve(source, event) && manages(caller, source))) return 'staff';
  return isInvitedTo(caller, event) ? 'families' : 'viewers';
}

/** True while these readers may rewind. Once the camera shows something else, the match of the broadcast decides. */
export function isOpenTo(reader: GrowingReader, { source, broadcast, event }: Running, now: number): boolean {
  if (reader === 'staff') return true;
  // After the airtime the recording goes on, for staff only, until its video is cut.
  if (!isAiredSinceStart(source, broadcast.startedAt, now)) return false;
  const isNow = source.broadcast?.id === broadcast.id;
  if (reader === 'families') return isOpenToFamilies(source, event) && (!isNow || isInAirtimeNow(source, now, event));
  if (isNow) return isShownNow(source, now, event);
  if (event?.audience === 'FAMILIES') return false;
  return event ? isShownFor(event, 'live') : broadcast.event === null;
}

interface PlaylistRequest {
  running: Running;
  reader: GrowingReader;
  name: string;
  now: number;
}

/** Master playlist for viewers who watch the live from its recording; a request for it starts a playback. */
export const delayedName = 'live.m3u8';

const typeHeader = { 'content-type': 'application/vnd.apple.mpegurl' };

/**
 * Returns a playlist to a viewer whose right has been checked. The `content-location` of a rendition is its shared,
 * signed address, valid for less than a lease: our player reloads from there, other players call this again.
 */
export async function readOwnPlaylist({
  slug,
  token,
  ...request
}: PlaylistRequest & { slug: string; token: string | undefined }): Promise<RawResponse> {
  const { running, reader, name, now } = request;
  const headers = { ...notCached, ...typeHeader };
  if (name === 'index.m3u8' || name === delayedName) {
    const { recordingPrefix: prefix } = running.broadcast;
    const master = prefix && (await readMaster(prefix, name, now));
    if (!master) throw new ApiError('PLY4040');
    return { status: 200, headers, body: rewriteRecordedMaster(master, token) };
  }
  const body = await buildPlaylist(request);
  const folder = `${growingFolder}/${slug}/${running.broadcast.id}/${reader}`;
  const signature = await signFolder(folder, Math.ceil((now + toSharedPlaylistMs(name)) / slotMs) * slotMs);
  return { status: 200, headers: { ...headers, 'content-location': mediaUrl(`${folder}/${name}?${signature}`) }, body };
}

/** Milliseconds in which requests share a signature, so that it identifies no viewer. */
const slotMs = 15_000;

/** The playlist of a rendition for a whole group of readers, which the edge caches. */
export const readSharedPlaylist = async (request: PlaylistRequest): Promise<RawResponse> => ({
  status: 200,
  // Viewers of a phone's live see the edge itself, seconds behind the picture.
  headers: { ...typeHeader, 'cache-control': `public, max-age=${isPhoneWindow(request.name) ? 1 : 2}` },
  body: await buildPlaylist(request),
});

async function buildPlaylist({ running, reader, name, now }: PlaylistRequest): Promise<string> {
  const { broadcast, event, source } = running;
  const [, rendition] = /^(\w{1,20})\.m3u8$/.exec(name) ?? [];
  const { recordingPrefix: prefix } = broadcast;
  if (!rendition || rendition === 'index' || !prefix) throw new ApiError('PLY4040');
  const privateFolder = findPrivateFolder(event, reader === 'viewers' ? undefined : reader);
  const folder = [privateFolder, hlsFolder(prefix)].filter(Boolean).join('/');
  const signature = await readSignature(folder, now);
  // For viewers, the live ends where another feed takes over: their page follows it, and a television plays to the end.
  const isOver = isComplete(broadcast, prefix, now) || (reader !== 'staff' && isInReserve(source, event));
  const withdrawn = await readWithdrawn(broadcast, prefix);
  if (isPhoneWindow(name)) {
    const [main = ''] = rendition.split(phoneWindowSuffix);
    const window = await readPhonePlaylist(prefix, { rendition: main, window: { withdrawn, isOver } }, now);
    if (window === undefined) throw new ApiError('PLY4040');
    return mapAddresses(window, (address) => `/${folder}/${main}/${address}?${signature}`);
  }
  const playlist = await read(prefix, rendition, now);
  if (playlist === undefined) throw new ApiError('PLY4040');
  const cut = withdrawn.map(({ id }) => id).join();
  return rewrittenPlaylists.getOrMake(
    [folder, rendition, toVersion(prefix, playlist), isOver, cut, signature].join('\n'),
    () => {
      const left = omitSegments(
        playlist,
        ({ from, to }, at) => at !== undefined && isWithdrawnDate(withdrawn, at, to - from),
      );
      return rewriteGrowing(left, { folder: `/${folder}/${rendition}`, signature, isOver });
    },
  );
}

/** Identifies a state of a growing playlist: that of IVS only grows, that of a phone also fills its gaps. */
const toVersion = (prefix: string, playlist: string) =>
  isPhonePrefix(prefix) ? createHash('md5').update(playlist).digest('base64') : playlist.length;

/** Reads the withdrawn ranges: those of the broadcast, or of the video once the recording has become one. */
async function readWithdrawn(
  { withdrawn = [], recordings }: StoredBroadcast,
  prefix: string,
): Promise<WithdrawnRange[]> {
  const outcome = recordings[prefix];
  const vod = outcome?.kind === 'VIDEO' ? await vods.get(outcome.vodId) : undefined;
  return vod?.recorded ? toDates(vod.withdrawn ?? [], vod.recorded) : withdrawn;
}

const rewrittenPlaylists = new LruCache<string>(40);
const playlists = new TtlCache<string | undefined>(1_000, 100);

const read = (prefix: string, rendition: string | undefined, now: number) =>
  playlists.get(`${prefix} ${rendition}`, now, async () => {
    if (isPhonePrefix(prefix)) return readPhonePlaylist(prefix, { rendition }, now);
    return readText(playlistAddress(prefix, rendition));
  });

/** The master playlist; that of a phone's live names windows. */
const readMaster = (prefix: string, name: string, now: number): Promise<string | undefined> =>
  isPhonePrefix(prefix) && name === delayedName
    ? readPhoneMaster(prefix, now, phoneWindowSuffix)
    : read(prefix, undefined, now);

/** True if IVS has reported the end of the recording, or has had enough time to do so. A phone says so itself. */
const isComplete = ({ endedAt, recordings }: StoredBroadcast, prefix: string, now: number) =>
  endedAt !== null &&
  (isPhonePrefix(prefix) || recordings[prefix] !== undefined || now - Date.parse(endedAt) > recordingGraceMs);
