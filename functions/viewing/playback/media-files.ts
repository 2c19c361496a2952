/**
 * Files of a video for an authorised player: playlists, key, seek-bar track. Parts common to all viewers are built once:
 * a generation never changes, and only the key's URL names the viewer.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { idSource } from '../../../shared/domain/ids.ts';
import { generationFolder, type MediaKind } from '../../../shared/domain/media-address.ts';
import { environment } from '../../platform/aws/environment.ts';
import { type ObjectAddress, readText } from '../../platform/aws/storage.ts';
import { signFolder } from '../../platform/files/signed-addresses.ts';
import type { RawResponse } from '../../platform/http/request.ts';
import { LruCache } from '../../platform/lists/lru-cache.ts';
import type { PrivateFolder } from '../../platform/shown/private-pictures.ts';
import { findPlayedRecording, readBroadcastEncoding } from '../../recordings/media/broadcast-encoding.ts';
import { readEncryptionKey } from '../../recordings/media/encoding.ts';
import { hlsFolder, playlistAddress } from '../../recordings/media/ivs-recording.ts';
import type { MediaItem } from '../../recordings/media/media-kinds.ts';
import { isPhonePrefix } from '../../recordings/media/phone-recording.ts';
import { isWithdrawnSegment, omitSegments } from '../../recordings/media/withdrawn-segments.ts';
import { readProgress } from '../../recordings/packing/packed-count.ts';
import { showPacked } from '../../recordings/packing/packed-playlists.ts';
import {
  closeRecorded,
  findEndOfKeys,
  renderThumbnailTrack,
  rewriteMaster,
  rewriteRecordedMaster,
  rewriteRendition,
} from './playlist.ts';

interface FileRequest {
  kind: MediaKind;
  item: MediaItem;
  name: string;
  token: string | undefined;
  now: number;
  /** Set if it has been read already. */
  key?: Uint8Array | undefined;
  /** First folder of the addresses of a video whose public addresses the edge refuses. */
  privateFolder?: PrivateFolder | undefined;
}

const keyFile = new RegExp(`^(${idSource})\\.key$`);
export const parseKeyGeneration = (name: string): string | undefined => keyFile.exec(name)?.[1];

export const notCached = { 'cache-control': 'private, no-store' };

export async function serveFile(request: FileRequest): Promise<RawResponse> {
  const { kind, item, name, token, now, key } = request;
  const keyGeneration = parseKeyGeneration(name);
  if (keyGeneration) return serveKey(key ?? (await readEncryptionKey({ kind, id: item.id }, keyGeneration)));
  if (name === 'thumbnails.vtt' && item.sprites) return serveThumbnail(request, item.sprites);
  const place = locateEncoded(request) ?? locateRecorded(request);
  const whole = place && (await readPlaylist(place));
  if (!place || whole === undefined) throw new ApiError('PLY4040');
  const headers = { ...notCached, 'content-type': 'application/vnd.apple.mpegurl' };
  if (name === 'index.m3u8') {
    const rewrite = place.isRecorded ? rewriteRecordedMaster : rewriteMaster;
    return { status: 200, headers, body: rewrite(whole, token) };
  }

  const { withdrawn = [] } = item;
  const progress = item.playsSource === 'PARTLY' && (await readProgress({ kind, id: item.id }, item.generation, now));
  const packed = progress ? showPacked(whole, progress.count, progress.isGrowing) : whole;
  const playlist =
    withdrawn.length > 0 ? omitSegments(packed, (segment) => isWithdrawnSegment(segment, withdrawn)) : packed;

  const { folder, base } = place;
  const generation = item.generation ?? '';
  const signature = await readSignature(folder, now, toLifetime(item));
  const beginning = playlist.slice(0, findEndOfKeys(playlist));
  const cut = withdrawn.map(({ id }) => id).join();
  const end = ends.getOrMake([folder, name, cut, signature, packed.length].join('\n'), () => {
    const rest = playlist.slice(beginning.length);
    return rewriteRendition(rest, { generation, base, signature, token: undefined });
  });
  return { status: 200, headers, body: rewriteRendition(beginning, { generation, base, signature, token }) + end };
}

interface Place {
  address: ObjectAddress;
  /** The folder that a signature opens. */
  folder: string;
  /** Folder of the segments, as a URL relative to the playlist or to the host. */
  base: string;
  /** True for a recording as IVS wrote it, false for an encoding. */
  isRecorded: boolean;
}

/** A playlist of the current encoding; undefined for other files, and while the recording plays. */
function locateEncoded({ kind, item, name, privateFolder }: FileRequest): Place | undefined {
  if (!/^index(_\w+)?\.m3u8$/.test(name) || item.playsRecording) return undefined;
  const { folder, base } = placeGeneration(kind, item, privateFolder);
  const key = `${generationFolder(kind, item.id, item.generation ?? '')}/${name}`;
  return { address: { bucket: environment('MEDIA_BUCKET'), key }, folder, base, isRecorded: false };
}

/**
 * A playlist of the recorded live. Its renditions have names of their own, so that a viewer who began with the
 * recording continues with it after an encoding has finished.
 */
function locateRecorded({ item, name, privateFolder }: FileRequest): Place | undefined {
  const isOpen = item.playsRecording || readBroadcastEncoding() === 'WATCHED';
  const prefix = isOpen && findPlayedRecording(item);
  const [, rendition] = /^(\w{1,20})\.m3u8$/.exec(name) ?? [];
  if (!prefix || !rendition) return undefined;
  const folder = [privateFolder, hlsFolder(prefix)].filter(Boolean).join('/');
  const address = playlistAddress(prefix, rendition === 'index' ? undefined : rendition);
  return { address, folder, base: `/${folder}/${rendition}`, isRecorded: true };
}

function placeGeneration(kind: MediaKind, { id, generation }: MediaItem, privateFolder: PrivateFolder | undefined) {
  const folder = generationFolder(kind, id, generation ?? '');
  return privateFolder
    ? { folder: `${privateFolder}/${folder}`, base: `/${privateFolder}/${folder}` }
    : { folder, base: `../${generation}` };
}

async function serveThumbnail(
  { kind, item, now, privateFolder }: FileRequest,
  sprites: NonNullable<MediaItem['sprites']>,
): Promise<RawResponse> {
  const pictures = { ...sprites, duration: item.duration ?? 0, withdrawn: item.withdrawn ?? [] };
  const { folder, base } = placeGeneration(kind, item, privateFolder);
  const track = renderThumbnailTrack(pictures, { base, signature: await readSignature(folder, now, toLifetime(item)) });
  return { status: 200, headers: { ...notCached, 'content-type': 'text/vtt; charset=utf-8' }, body: track };
}

/**
 * Milliseconds beyond the video's duration, for breaks. Players without Media Source load a playlist only once; others
 * load a new one when a URL is refused, and continue from the buffer.
 */
const breaksMs = 20 * 60_000;
const minLifetimeMs = 30 * 60_000;

const toLifetime = ({ duration }: Pick<MediaItem, 'duration'>) =>
  Math.max(minLifetimeMs, 1000 * (duration ?? 0) + breaksMs);

/** Milliseconds in which requests share a signature, so that it identifies no viewer. */
const sharedMs = 10 * 60 * 1000;

/** `lifetimeMs`: the default is for playlists that players load again and again. */
export const readSignature = (folder: string, now: number, lifetimeMs = breaksMs): Promise<string> =>
  signFolder(folder, Math.ceil((now + lifetimeMs) / sharedMs) * sharedMs);

/** The segment URLs of a match take half a megabyte. */
const ends = new LruCache<string>(20);

/**
 * Playlists of a generation and of an ended recording never change: a warm function reads each once. That of a phone gets
 * what came late within a minute.
 */
const playlists = new LruCache<Promise<string | undefined>>(200);

function readPlaylist({ address, isRecorded }: Place): Promise<string | undefined> {
  const minute = isPhonePrefix(address.key) ? ` ${Math.floor(Date.now() / 60_000)}` : '';
  return playlists.getOrMake(address.key + minute, async () => {
    const text = await readText(address);
    return text && isRecorded ? closeRecorded(text) : text;
  });
}

function serveKey(key: Uint8Array | undefined): RawResponse {
  if (!key) throw new ApiError('PLY4040');
  return { status: 200, headers: { ...notCached, 'content-type': 'application/octet-stream' }, body: key };
}
