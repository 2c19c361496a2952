/**
 * Runs one MediaConvert job: probes the inputs, encodes with one ffmpeg into a working folder, then stores segments and
 * images first, playlists next and the master playlist last.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaInfo } from '../ffmpeg/ffmpeg.ts';
import { createPlaylistInput, createUntrustedInput, FfmpegError, probe, runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalS3 } from '../s3/s3.ts';
import { type Assembly, assemble, type OpenedInput } from './assembly.ts';
import type { Plan, PlannedFiles, PlannedHls } from './ladder.ts';
import { hasAudioOutput, keyFiles, planJob } from './ladder.ts';
import { isFile, type JobSettings, readJobRate, readPreprocessors } from './settings.ts';

export type Store = Pick<LocalS3, 'objectPath' | 'putFile'>;

export interface OutputGroupDetail {
  type: 'HLS_GROUP' | 'FILE_GROUP';
  playlistFilePaths?: string[];
  outputDetails: {
    outputFilePaths: string[];
    durationInMs: number;
    videoDetails: { widthInPx: number; heightInPx: number };
  }[];
}

/** A failed job with the service's error code (user guide, "Error codes"). */
export class JobError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RunContext {
  store: Store;
  /** An empty folder on the store's file system. */
  work: string;
  signal: AbortSignal;
  threads: number;
  onProgress(phase: 'TRANSCODING' | 'UPLOADING', percent: number): void;
}

export async function runJob(settings: JobSettings, context: RunContext): Promise<OutputGroupDetail[]> {
  const { store, threads } = context;
  const resolveImage = (picture: string) => findImagePath(picture, store);
  const opened = await Promise.all(settings.inputs.map((input) => openJobInput(input, store)));
  const url = settings.inputs.find(isFile)?.fileInput ?? '';
  const source = assembleInputs(opened, {
    ...{ follow: settings.followSource, threads, resolveImage },
    hasAudioOutput: hasAudioOutput(settings),
    preprocessors: readPreprocessors(settings),
    frameRate: readJobRate(settings),
  });
  const plan = planJob(settings, source, { threads, resolveImage });
  await prepareFolders(plan, context.work);
  await encode(plan, source, url, context);
  context.onProgress('UPLOADING', 95);
  const groups = [];
  for (const group of plan.groups) {
    groups.push(
      group.type === 'HLS_GROUP' ? await storeHls(group, context) : await storeFiles(group, source, context, url),
    );
  }
  context.signal.throwIfAborted();
  // Master playlists are published after everything that they reference.
  for (const { publish } of groups) await publish();
  return groups.map(({ detail }) => detail);
}

async function openJobInput(input: JobSettings['inputs'][number], store: Store): Promise<OpenedInput> {
  if (!isFile(input)) return { input };
  const { input: args, info } = await openInput(input.fileInput, store);
  const { video } = info;
  if (video) return { input, args, info: { ...info, video } };
  throw new JobError(1040, `Input file [${input.fileInput}] has no video that the outputs of this job could use.`);
}

/** Assembles the inputs; invalid clip times fail the job. */
function assembleInputs(...assembleArgs: Parameters<typeof assemble>): Assembly {
  try {
    return assemble(...assembleArgs);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JobError(1040, `Invalid input clipping: ${error.message}`);
  }
}

function findImagePath(url: string, store: Store): string {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
  const path = store.objectPath(bucket, key);
  if (!path) throw new JobError(1404, `Unable to open the image [${url}]: HeadObject failed: No such key`);
  return path;
}

/** Finds and probes an input. @throws JobError with the service's code and text. */
export async function openInput(
  url: string,
  store: Store,
): Promise<{ input: string[]; info: MediaInfo; path: string }> {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
  const path = store.objectPath(bucket, key);
  const createFailureText = (reason: string) => `Unable to open input file [${url}]: [Failed probe/open: [${reason}]]`;
  if (!path) throw new JobError(1404, createFailureText('Failed to read data: HeadObject failed: No such key'));
  const playlist = key.endsWith('.m3u8');
  if (playlist && !(await referencesOnlyOwnFolder(path))) {
    throw new JobError(
      1010,
      createFailureText('Manifest file at this URL is not well formed: it names files outside its folder'),
    );
  }
  const input = playlist ? createPlaylistInput(path) : createUntrustedInput(path);
  try {
    return { input, info: await probe(path, input), path };
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    if (error.reason === 'timeout')
      throw new JobError(1010, createFailureText('Timed out while reading the container'));
    // ffmpeg guesses the format by file name; the magic bytes show a real container.
    if (await hasContainerMagic(path)) {
      const symptom = /moov atom not found|EBML[^\n]*|Truncat\w*/i.exec(error.stderr)?.[0] ?? 'unexpected end of data';
      throw new JobError(1075, createFailureText(`Container is corrupt: ${symptom}`));
    }
    throw new JobError(1010, createFailureText('No parser found for container'));
  }
}

/** Detects MP4, QuickTime, Matroska and WebM by their magic bytes. */
async function hasContainerMagic(path: string): Promise<boolean> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  const box = buffer.toString('latin1', 4);
  return ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'].includes(box) || buffer.readUInt32BE(0) === 0x1a45dfa3;
}

/** Guards against uploaded playlists that make ffmpeg open files outside their folder. */
async function referencesOnlyOwnFolder(path: string, depth = 0): Promise<boolean> {
  const text = await readFile(path, 'utf8');
  if (!text.startsWith('#EXTM3U') || text.length > 4e6) return false;
  // Keys, maps and alternate renditions reference further files; IVS recordings have none.
  if (/URI=/i.test(text)) return false;
  const names = text.split(/\r?\n/).filter((line) => line && !line.startsWith('#'));
  if (!names.every((name) => /^[\w-][\w./-]*$/.test(name) && !name.includes('..'))) return false;
  const children = names.filter((name) => name.endsWith('.m3u8'));
  if (children.length > 20 || (children.length > 0 && depth > 0)) return false;
  const checks = await Promise.all(
    children.map((name) => referencesOnlyOwnFolder(join(dirname(path), name), depth + 1).catch(() => false)),
  );
  return checks.every(Boolean);
}

async function prepareFolders(plan: Plan, work: string) {
  for (const group of plan.groups) {
    const folder = join(work, group.folder);
    await mkdir(folder, { recursive: true });
    if (group.type !== 'HLS_GROUP' || !group.encryption) continue;
    const { staticKeyProvider, constantInitializationVector } = group.encryption;
    const vector = constantInitializationVector ?? randomBytes(16).toString('hex');
    await writeFile(join(folder, keyFiles.key), Buffer.from(staticKeyProvider.staticKeyValue, 'hex'), { mode: 0o600 });
    await writeFile(
      join(folder, keyFiles.info),
      [staticKeyProvider.url, join(folder, keyFiles.key), vector].join('\n'),
    );
  }
}

async function encode(plan: Plan, { duration }: Assembly, url: string, { work, signal, onProgress }: RunContext) {
  // Generous: ends only jobs that hang.
  const timeoutMs = Math.max(30 * 60, (duration ?? 7200) * 10) * 1000;
  const onLine = (line: string) => {
    const microseconds = Number(/^out_time_ms=(\d+)/.exec(line)?.[1]);
    if (duration && microseconds > 0) {
      onProgress('TRANSCODING', Math.min(94, Math.round((microseconds / 1e6 / duration) * 94)));
    }
  };
  try {
    await runFfmpeg(plan.args, { cwd: work, signal, timeoutMs, onLine });
  } catch (error) {
    if (!(error instanceof FfmpegError) || error.reason === 'aborted') throw error;
    const reason = error.reason === 'timeout' ? 'it took too long' : (error.stderr.trim().split('\n').pop() ?? '');
    throw new JobError(
      1076,
      `Error while decoding input file [${url}]: [${reason.replaceAll(work, '').slice(0, 300)}]`,
    );
  }
}

interface StoredGroup {
  detail: OutputGroupDetail;
  publish(): Promise<void>;
}

async function storeHls(group: PlannedHls, { store, work }: RunContext): Promise<StoredGroup> {
  const toLocalPath = (name: string) => join(work, group.folder, name);
  const put = (name: string, contentType: string) =>
    store.putFile(group.bucket, group.prefix + name, toLocalPath(name), { contentType });
  const url = (name: string) => `s3://${group.bucket}/${group.prefix}${name}`;
  const master = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-INDEPENDENT-SEGMENTS'];
  const outputDetails: OutputGroupDetail['outputDetails'] = [];
  for (const { name, width, height, fps, codecs } of group.renditions) {
    const text = await readFile(toLocalPath(`${name}.m3u8`), 'utf8').catch(() => '');
    const segments = [...text.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*(.+)$/gm)].map(([, seconds, file]) => ({
      seconds: Number(seconds),
      file: file ?? '',
    }));
    if (segments.length === 0) throw new JobError(1076, 'The input has no frame of video that could be decoded.');
    const sizes = await Promise.all(segments.map(async ({ file }) => (await stat(toLocalPath(file))).size));
    const duration = segments.reduce((sum, { seconds }) => sum + seconds, 0);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    // A final segment of a few frames would inflate the peak.
    const peaks = segments.map(({ seconds }, index) => (seconds >= 1 ? ((sizes[index] ?? 0) * 8) / seconds : 0));
    const average = Math.round((bytes * 8) / Math.max(duration, 0.04));
    master.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(average, Math.round(Math.max(...peaks)))},AVERAGE-BANDWIDTH=${average},` +
        `RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)},CODECS="${codecs}"`,
      `${name}.m3u8`,
    );
    const format = group.encryption?.staticKeyProvider.keyFormat;
    const tags = format ? `,KEYFORMAT="${format}",KEYFORMATVERSIONS="1"` : '';
    await writeFile(toLocalPath(`${name}.m3u8`), text.replace(/^(#EXT-X-KEY:.*)$/gm, `$1${tags}`));
    for (const { file } of segments) await put(file, 'video/MP2T');
    outputDetails.push({
      outputFilePaths: [url(`${name}.m3u8`)],
      durationInMs: Math.round(duration * 1000),
      videoDetails: { widthInPx: width, heightInPx: height },
    });
  }
  for (const { name } of group.renditions) await put(`${name}.m3u8`, 'application/vnd.apple.mpegurl');
  await writeFile(toLocalPath(group.masterName), `${master.join('\n')}\n`);
  return {
    detail: { type: 'HLS_GROUP', outputDetails, playlistFilePaths: [url(group.masterName)] },
    publish: () => put(group.masterName, 'application/vnd.apple.mpegurl'),
  };
}

async function storeFiles(
  group: PlannedFiles,
  { duration = 0 }: Assembly,
  { store, work }: RunContext,
  input: string,
): Promise<StoredGroup> {
  const files = (await readdir(join(work, group.folder))).sort();
  const outputDetails: OutputGroupDetail['outputDetails'] = [];
  for (const { name, width, height, isMp4 } of group.outputs) {
    const belongsToOutput = isMp4
      ? (file: string) => file === `${name}.mp4`
      : (file: string) => file.startsWith(`${name}.`) && /\.\d{7}\.jpg$/.test(file.slice(name.length));
    const outputFiles = files.filter(belongsToOutput);
    if (outputFiles.length === 0)
      throw new JobError(1076, `Error while decoding input file [${input}]: [no frame could be captured]`);
    for (const file of outputFiles) {
      await store.putFile(group.bucket, group.prefix + file, join(work, group.folder, file), {
        contentType: isMp4 ? 'video/mp4' : 'image/jpeg',
      });
    }
    // The service lists only the last image, whose number implies the count.
    outputDetails.push({
      outputFilePaths: [`s3://${group.bucket}/${group.prefix}${outputFiles.at(-1)}`],
      durationInMs: isMp4 ? Math.round(duration * 1000) : 0,
      videoDetails: { widthInPx: width, heightInPx: height },
    });
  }
  return { detail: { type: 'FILE_GROUP', outputDetails }, publish: async () => {} };
}
