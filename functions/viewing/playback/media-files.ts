/**
 * Files of a generation for an authorised player: playlists, key, seek-bar track. Parts common to all viewers are built
 * once: a generation never changes, and only the key's URL names the viewer.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { generationFolder, type MediaKind } from '../../../shared/domain/media-address.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { signFolder } from '../../platform/files/signed-addresses.ts';
import { ConcatenatedGzip, SharedSuffix } from '../../platform/http/concatenated-gzip.ts';
import type { RawResponse } from '../../platform/http/request.ts';
import { LruCache } from '../../platform/lists/lru-cache.ts';
import type { PrivateFolder } from '../../platform/shown/private-pictures.ts';
import { encryptionKey } from '../../recordings/media/encoding.ts';
import type { MediaItem } from '../../recordings/media/media-kinds.ts';
import { isWithdrawnSegment, omitSegments } from '../../recordings/media/withdrawn-segments.ts';
import { afterKeys, rewriteMaster, rewriteRendition, thumbnailTrack } from './playlist.ts';

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

/** The generation that a key's file name refers to. */
export const generationOfKey = (name: string): string | undefined => /^(\w{26})\.key$/.exec(name)?.[1];

export const notCached = { 'cache-control': 'private, no-store' };

export async function file({ kind, item, name, token, now, key, privateFolder }: FileRequest): Promise<RawResponse> {
  const keyOf = generationOfKey(name);
  if (keyOf) return keyAnswer(key ?? (await encryptionKey({ kind, id: item.id }, keyOf)));
  const generation = item.generation ?? '';
  const folder = generationFolder(kind, item.id, generation);
  const served = privateFolder ? `${privateFolder}/${folder}` : folder;
  const base = privateFolder ? `/${served}` : `../${generation}`;

  if (name === 'thumbnails.vtt' && item.sprites) {
    const pictures = { ...item.sprites, duration: item.duration ?? 0, withdrawn: item.withdrawn ?? [] };
    const track = thumbnailTrack(pictures, { base, signature: await readSignature(served, now, toLifetime(item)) });
    return { status: 200, headers: { ...notCached, 'content-type': 'text/vtt; charset=utf-8' }, body: track };
  }
  if (!/^index(_\w+)?\.m3u8$/.test(name)) throw new ApiError('PLY4040');
  const whole = await readPlaylist(`${folder}/${name}`);
  if (whole === undefined) throw new ApiError('PLY4040');
  const headers = { ...notCached, 'content-type': 'application/vnd.apple.mpegurl' };
  if (name === 'index.m3u8') return { status: 200, headers, body: rewriteMaster(whole, token) };

  const { withdrawn = [] } = item;
  const playlist =
    withdrawn.length > 0 ? omitSegments(whole, (segment) => isWithdrawnSegment(segment, withdrawn)) : whole;

  const signature = await readSignature(served, now, toLifetime(item));
  const own = playlist.slice(0, afterKeys(playlist));
  const cut = withdrawn.map(({ id }) => id).join();
  const end = ends.get([folder, name, cut, signature].join('\n'), () => {
    const rest = playlist.slice(own.length);
    return new SharedSuffix(rewriteRendition(rest, { generation, base, signature, token: undefined }));
  });
  return {
    status: 200,
    headers,
    body: new ConcatenatedGzip(rewriteRendition(own, { generation, base, signature, token }), end),
  };
}

/**
 * Milliseconds for breaks while watching. Players without Media Source load a playlist once, so that its addresses last
 * for the video and this; others load a new playlist when an address is refused, and go on from the buffer.
 */
const breaksMs = 20 * 60_000;
const leastMs = 30 * 60_000;

const toLifetime = ({ duration }: Pick<MediaItem, 'duration'>) => Math.max(leastMs, 1000 * (duration ?? 0) + breaksMs);

/** Requests within this time share a signature, which identifies nobody. */
const sharedMs = 10 * 60 * 1000;

/** `lifetimeMs`: the default is for playlists that players load again and again. */
export const readSignature = (folder: string, now: number, lifetimeMs = breaksMs): Promise<string> =>
  signFolder(folder, Math.ceil((now + lifetimeMs) / sharedMs) * sharedMs);

/** The segment URLs of a match take half a megabyte. */
const ends = new LruCache<SharedSuffix>(20);

/** Playlists of a generation never change: a warm function reads each once. */
const playlists = new LruCache<Promise<string | undefined>>(200);

function readPlaylist(key: string): Promise<string | undefined> {
  return playlists.get(key, async () => {
    const bytes = await readObject({ bucket: environment('MEDIA_BUCKET'), key });
    return bytes && Buffer.from(bytes).toString('utf8');
  });
}

function keyAnswer(key: Uint8Array | undefined): RawResponse {
  if (!key) throw new ApiError('PLY4040');
  return { status: 200, headers: { ...notCached, 'content-type': 'application/octet-stream' }, body: key };
}
