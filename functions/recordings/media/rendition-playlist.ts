/** Reads the playlist of a rendition of the video that plays; all renditions are cut at the same times. */
import { generationFolder, type MediaKind } from '../../../shared/domain/media-address.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readText } from '../../platform/aws/storage.ts';
import { findPlayedRecording } from './broadcast-encoding.ts';
import { readLargestPlaylist } from './excerpt.ts';
import type { MediaFields } from './rules.ts';

type Played = Pick<MediaFields, 'generation' | 'playsRecording' | 'source'> & { id: string };

export async function readRendition(kind: MediaKind, item: Played): Promise<string> {
  const recording = item.playsRecording && findPlayedRecording(item);
  return recording ? readLargestPlaylist(recording) : readEncodedRendition(kind, item.id, item.generation ?? '');
}

/** Reads the first rendition of a generation, which may not play yet. */
export async function readEncodedRendition(kind: MediaKind, id: string, generation: string): Promise<string> {
  const [bucket, folder] = [environment('MEDIA_BUCKET'), generationFolder(kind, id, generation)];
  const master = await readText({ bucket, key: `${folder}/index.m3u8` });
  const [name] = master?.match(/^[^#\s].*$/m) ?? [];
  return (name && (await readText({ bucket, key: `${folder}/${name}` }))) || '';
}
