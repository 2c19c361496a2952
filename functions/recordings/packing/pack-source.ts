/**
 * Packs an uploaded file as a generation of its video: its frames are copied into encrypted segments, which play within
 * seconds, until the encoding replaces them (infra/decisions/016). A large file plays once its first seconds are
 * packed.
 */
import { createCipheriv, randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { generationFolder, keyPath, type MediaRef } from '../../../shared/domain/media-address.ts';
import type { Key } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { type ObjectAddress, readObjectSize, readRange, writeObject } from '../../platform/aws/storage.ts';
import { log } from '../../platform/observability/log.ts';
import { firstPlayWrites } from '../media/encoding.ts';
import { forgetDraft, keepGenerationDraft } from '../media/garbage.ts';
import { getMediaCollection, type MediaItem } from '../media/media-kinds.ts';
import { chooseLadder } from '../media/renditions.ts';
import { canPlaySource, minVideoSeconds, type SourceInfo, withSourcePlayed } from '../media/rules.ts';
import { inspectSource } from '../media/source-inspection.ts';
import { toAdts } from './aac.ts';
import { readHeader, UnsuitableSource } from './boxes.ts';
import { findParameterSets, hasIdr, splitUnits, toByteStream } from './h264.ts';
import { type Movie, readMovie, type Track } from './movie.ts';
import { type PackedRecord, readPacked, savePacked } from './packed-count.ts';
import { renderPackedMaster, renderPackedPlaylist, sumSeconds, toSegmentName } from './packed-playlists.ts';
import { type PackedSegment, planSegments, toSecondsAt } from './segments.ts';
import { TransportStream, ticksPerMs } from './transport-stream.ts';

/** Segments written concurrently: S3 delivers several files faster than one. */
const atOnce = 4;
/** Seconds of film with which a large file begins to play; the rest is packed faster than it is watched. */
const firstSeconds = 12;
/** Bytes up to which a file is packed as a whole before it plays. */
const smallBytes = 16 * 1024 ** 2;
/** Milliseconds between two updates of the packed count. */
const noteMs = 2000;
/** Height of the largest picture; larger ones need an encoding. */
const maxLines = 1088;

interface Source {
  address: ObjectAddress;
  bytes: number;
  info: SourceInfo;
  movie: Movie;
  segments: PackedSegment[];
}

/** Does nothing for a source that has to be encoded, or a video that plays already. Continues after a crash. */
export async function packSource(ref: MediaRef, now: number): Promise<void> {
  const item = await getMediaCollection(ref.kind).get(ref.id);
  if (!item || !canPlaySource(item)) return;
  try {
    const source = await readSource(ref, item);
    if (source) await pack(ref, item, source, now);
  } catch (error) {
    // A read outside of a buffer means a damaged file.
    if (!(error instanceof UnsuitableSource || error instanceof RangeError)) throw error;
    log('info', 'a source is not played as it is', { ...ref, reason: error.message });
  }
}

async function readSource(ref: MediaRef, { source }: MediaItem): Promise<Source | undefined> {
  const address = { bucket: environment('UPLOADS_BUCKET'), key: source?.key ?? '' };
  const bytes = await readObjectSize(address);
  if (!source || !bytes) return undefined;
  const [info, movie] = await Promise.all([
    inspectSource(ref.kind, source, undefined),
    readSourceMovie(address, bytes),
  ]);
  if (typeof info === 'string') throw new UnsuitableSource(info);
  requireNoConversion(info);
  const segments = planSegments(movie);
  if (sumSeconds(segments) < minVideoSeconds) throw new UnsuitableSource('it is too short');
  return { address, bytes, info, movie, segments };
}

function requireNoConversion({ width, height, scan, hasWideColour, audioTracks }: SourceInfo): void {
  if (Math.min(width, height) > maxLines) throw new UnsuitableSource('its picture is too large');
  if (scan || hasWideColour || audioTracks) throw new UnsuitableSource('its picture or sound needs a conversion');
}

async function pack(ref: MediaRef, item: MediaItem, source: Source, now: number): Promise<void> {
  const { segments, bytes } = source;
  const isContinued = item.playsSource === 'PARTLY';
  const generation = isContinued && item.generation ? item.generation : ulid(now);
  const stored = isContinued ? await readPacked(ref, generation) : undefined;
  const draft = isContinued ? undefined : await keepGenerationDraft(ref.kind, ref.id, generation, now);
  const record = stored ?? (await createGeneration(ref, generation, source));
  const duration = sumSeconds(segments);
  let { packed } = record;
  let isPlaying = isContinued;
  let notedAt = Date.now();
  while (packed < segments.length) {
    const batch = segments.slice(packed, packed + atOnce);
    const first = packed;
    await Promise.all(
      batch.map((segment, index) => store(ref, generation, source, { segment, record }, first + index)),
    );
    packed += batch.length;
    if (packed === segments.length) break;
    const mayBegin = bytes > smallBytes && sumSeconds(segments.slice(0, packed)) >= firstSeconds;
    if (!(isPlaying ? Date.now() - notedAt > noteMs : mayBegin)) continue;
    await savePacked(ref, generation, { ...record, packed });
    notedAt = Date.now();
    // The encoding was faster, or the video was deleted: the rest is not needed.
    if (!(await play(ref, { generation, duration, playsSource: 'PARTLY' }, isPlaying ? undefined : draft, now))) return;
    isPlaying = true;
  }
  await play(ref, { generation, duration, playsSource: 'WHOLE' }, isPlaying ? undefined : draft, now);
}

/** Stores key and playlists, which list the segments before there are any. */
async function createGeneration(
  { kind, id }: MediaRef,
  generation: string,
  { info, movie, segments }: Source,
): Promise<Omit<PackedRecord, 'notedAt'>> {
  const record = { key: randomBytes(16).toString('hex'), vector: randomBytes(16).toString('hex'), packed: 0 };
  const rendition = toRenditionName(info);
  const packed = { movie, segments, rendition, size: info };
  const keyUrl = `${environment('MEDIA_ORIGIN')}/${keyPath(kind, id, generation)}`;
  const files = {
    'index.m3u8': renderPackedMaster(packed),
    [`index_${rendition}.m3u8`]: renderPackedPlaylist(packed, keyUrl, record.vector),
  };
  const folder = generationFolder(kind, id, generation);
  await Promise.all([
    savePacked({ kind, id }, generation, record),
    ...Object.entries(files).map(([name, text]) =>
      writeObject({ bucket: environment('MEDIA_BUCKET'), key: `${folder}/${name}` }, text, {
        contentType: 'application/vnd.apple.mpegurl',
      }),
    ),
  ]);
  return record;
}

/** The name of the encoding's largest rendition, so that a player which reloads its playlist finds it again. */
const toRenditionName = (info: SourceInfo) => chooseLadder(info)[0]?.name ?? '';

async function store(
  { kind, id }: MediaRef,
  generation: string,
  { address, info, movie }: Source,
  { segment, record }: { segment: PackedSegment; record: Pick<PackedRecord, 'key' | 'vector'> },
  index: number,
): Promise<void> {
  const parts = await Promise.all(segment.reads.map((range) => readRange(address, range)));
  const [key, vector] = [record.key, record.vector].map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer];
  const cipher = createCipheriv('aes-128-cbc', key, vector);
  const plain = writeSegment(movie, segment, parts);
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
  const name = toSegmentName(toRenditionName(info), index);
  const target = { bucket: environment('MEDIA_BUCKET'), key: `${generationFolder(kind, id, generation)}/${name}` };
  await writeObject(target, bytes, { contentType: 'video/MP2T' });
}

/**
 * Publishes the packed segments. Returns false if the video is gone or plays something else; the sweep then deletes the
 * files, by the draft's note or the video's own.
 */
async function play(
  { kind, id }: MediaRef,
  played: Parameters<typeof withSourcePlayed>[1],
  draft: Key | undefined,
  now: number,
): Promise<boolean> {
  const item = await getMediaCollection(kind).change(
    id,
    (current) =>
      current.playsSource === played.playsSource ? undefined : withSourcePlayed<MediaItem>(current, played),
    (next) => (draft ? [...forgetDraft(draft), ...firstPlayWrites(kind, next, now)] : []),
  );
  return item?.generation === played.generation;
}

/** Bytes of the first read, which contain the whole movie box of most short films. */
const firstBytes = 256 * 1024;
/** 90 minutes take some 8 MB. */
const maxMovieBytes = 64 * 1024 ** 2;
/** A file has a few boxes; more would only keep the reader busy. */
const maxBoxes = 32;

/** @throws UnsuitableSource for a file without one. */
async function readSourceMovie(address: ObjectAddress, fileBytes: number): Promise<Movie> {
  const head = await readRange(address, { from: 0, to: firstBytes });
  if (head.toString('latin1', 4, 8) !== 'ftyp') throw new UnsuitableSource('it is no MP4 or QuickTime file');
  const read = (from: number, to: number) =>
    to <= head.length ? head.subarray(from, to) : readRange(address, { from, to });
  let at = 0;
  for (let box = 0; box < maxBoxes && at + 8 <= fileBytes; box += 1) {
    const header = readHeader(await read(at, Math.min(at + 16, fileBytes)));
    if (!header || header.size < header.headerBytes) break;
    if (header.type === 'moov') {
      if (header.size > maxMovieBytes) throw new UnsuitableSource('its movie box is too large');
      return readMovie(await read(at + header.headerBytes, Math.min(at + header.size, fileBytes)), fileBytes);
    }
    at += header.size;
  }
  throw new UnsuitableSource('it has no movie box');
}

const ticksPerSecond = 1000 * ticksPerMs;
/** Seconds: the stream's clock runs before its first picture, and may not be negative. */
const startSecond = 2;

/** `parts`: the bytes of the segment's reads, in their order. */
function writeSegment({ video, audio }: Movie, segment: PackedSegment, parts: readonly Buffer[]): Buffer {
  const stream = new TransportStream({ hasSound: audio !== undefined, hasMetadata: false, isPart: true });
  const frames: Buffer[] = [stream.writeTables()];
  let sound = segment.audio.from;
  const writeSoundUntil = (second: number) => {
    for (; audio && sound < segment.audio.to && toSecondsAt(audio, sound) < second; sound += 1) {
      const at = toSecondsAt(audio, sound);
      // Frames before the film only prepare the decoder.
      if (at < 0) continue;
      const frame = toAdts(audio.configuration, findSample(audio, sound, segment, parts));
      frames.push(stream.writeAudio(toTicks(at), frame));
    }
  };
  for (let sample = segment.video.from; sample < segment.video.to; sample += 1) {
    const decoded = ((video.samples.dts[sample] as number) + video.shift) / video.timescale;
    writeSoundUntil(decoded);
    const units = splitUnits(findSample(video, sample, segment, parts), video.configuration.lengthBytes);
    const isKey = video.samples.isKey[sample] === 1;
    if (sample === 0 && !hasIdr(units)) throw new UnsuitableSource('a key frame is none');
    const times = { dts: toTicks(decoded), pts: toTicks(toSecondsAt(video, sample)), isKey };
    frames.push(
      stream.writeVideo(times, toByteStream(units, isKey ? findParameterSets(units, video.configuration) : [])),
    );
  }
  writeSoundUntil(Number.POSITIVE_INFINITY);
  return Buffer.concat(frames);
}

const toTicks = (second: number) => Math.round((startSecond + second) * ticksPerSecond);

function findSample({ samples }: Track, sample: number, { reads }: PackedSegment, parts: readonly Buffer[]): Buffer {
  const [at, size] = [samples.offsets[sample] as number, samples.sizes[sample] as number];
  const index = reads.findIndex(({ from, to }) => from <= at && at + size <= to);
  const start = at - (reads[index]?.from ?? 0);
  return parts[index]?.subarray(start, start + size) ?? Buffer.alloc(0);
}
