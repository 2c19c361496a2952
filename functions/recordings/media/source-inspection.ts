/** Inspects the source before an encoding: an uploaded file, a recorded live, or an excerpt of one. */
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { hasVideoSignature, headBytes } from '../../../shared/domain/video-file.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject, readObjectSize } from '../../platform/aws/storage.ts';
import { probeSource } from '../../platform/aws/transcoding.ts';
import { isExcerpt, readExcerpt } from './excerpt.ts';
import { readRecording, readRenditions, toRecordingPrefix } from './ivs-recording.ts';
import { type Cut, failures, findAcceptedVideo, type MediaFields, minVideoSeconds, type SourceInfo } from './rules.ts';

/** Probes the source; returns the reason if it cannot become a video. */
export async function inspectSource(
  kind: MediaKind,
  source: Source,
  cut: Cut | undefined,
): Promise<SourceInfo | string> {
  const inspection =
    source.bucket === 'recordings' ? await inspectRecording(source.key) : await inspectFile(kind, source);
  if (!cut || typeof inspection === 'string' || inspection.duration === 0) return inspection;
  return inspection.duration < cut.start + minVideoSeconds ? failures.tooShort : inspection;
}

async function inspectFile(kind: MediaKind, source: Source): Promise<SourceInfo | string> {
  const address = { bucket: toBucket(source), key: source.key };
  const size = await readObjectSize(address);
  if (size === undefined) return failures.gone;
  if (size === 0) return failures.empty;
  if (
    findAcceptedVideo(kind) === 'mp4' &&
    !hasVideoSignature('mp4', (await readObject(address, headBytes)) ?? new Uint8Array())
  ) {
    return failures.notMp4;
  }
  const probed = await probeSource(toSourceUrl(source));
  if (!probed) return failures.unreadable;
  if (!probed.video) return probed.hasAudio ? failures.noVideo : failures.unreadable;
  if (probed.duration > 0 && probed.duration < minVideoSeconds) return failures.tooShort;
  const { video, ...others } = probed;
  return { ...video, ...others };
}

async function inspectRecording(playlist: string): Promise<SourceInfo | string> {
  if (isExcerpt(playlist)) return inspectExcerpt(playlist);
  const [recording, renditions] = await Promise.all([
    readRecording(toRecordingPrefix(playlist)),
    readRenditions(playlist),
  ]);
  if (!recording || !renditions) return failures.gone;
  const { width, height, duration } = recording;
  if (width === 0 || height === 0) return failures.noVideo;
  return duration < minVideoSeconds
    ? failures.tooShort
    : { width, height, duration, canChangeSize: true, ...renditions };
}

/** A running recording has no description, so the first segment is probed instead. */
async function inspectExcerpt(playlist: string): Promise<SourceInfo | string> {
  const excerpt = await readExcerpt(playlist);
  const renditions = await readRenditions(playlist);
  if (!excerpt || !renditions) return failures.gone;
  const probed = await probeSource(toSourceUrl({ bucket: 'recordings', key: excerpt.first }));
  if (!probed?.video) return failures.noVideo;
  return { ...renditions, ...probed.video, duration: excerpt.seconds, canChangeSize: true };
}

type Source = NonNullable<MediaFields['source']>;

const toBucket = (source: Source) => environment(source.bucket === 'uploads' ? 'UPLOADS_BUCKET' : 'RECORDINGS_BUCKET');

export const toSourceUrl = (source: Source) => `s3://${toBucket(source)}/${source.key}`;
