/**
 * Runs one job: probes the file, encodes with one ffmpeg into a working folder, then stores segments and pictures,
 * playlists, and the master playlist last.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FfmpegError, runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import type { OpenedFile } from './assembly.ts';
import { keyInfoFile, type Plan, type PlannedGroup, planJob } from './job-plan.ts';
import { findFile, JobError, openInput, type Store } from './open-input.ts';
import { toCodecName } from './picture.ts';
import type { HlsGroup, JobSettings } from './settings.ts';

export interface RunContext {
  store: Store;
  /** An empty folder on the store's file system. */
  work: string;
  signal: AbortSignal;
  threads: number;
  onProgress(phase: 'TRANSCODING' | 'UPLOADING', percent: number): void;
}

export interface OutputGroupDetail {
  outputDetails: { durationInMs: number }[];
}

export async function runJob(settings: JobSettings, context: RunContext): Promise<OutputGroupDetail[]> {
  const { store, work, signal, threads } = context;
  const url = settings.inputs.flatMap((input) => ('fileInput' in input ? input.fileInput : []))[0] ?? '';
  const plan = createPlan(settings, await openFilm(url, store), {
    threads,
    findPicture: (picture) => findFile(picture, store),
  });
  for (const group of settings.outputGroups) if (group.name === 'HLS') await writeKey(group, work);
  await encode(plan, url, context);
  context.onProgress('UPLOADING', 95);
  const details = [];
  for (const group of plan.groups) details.push(await storeGroup(group, plan, context));
  signal.throwIfAborted();
  // Master playlists are published after everything that they reference.
  for (const group of plan.groups) if (group.renditions.length > 0) await putFile(`${group.base}.m3u8`, group, context);
  return details;
}

async function openFilm(url: string, store: Store): Promise<OpenedFile> {
  const { args, info } = await openInput(url, store);
  if (info.video) return { args, info: { ...info, video: info.video } };
  throw new JobError(1040, `Input file [${url}] has no video that the outputs of this job could use.`);
}

function createPlan(...args: Parameters<typeof planJob>): Plan {
  try {
    return planJob(...args);
  } catch (error) {
    if (error instanceof RangeError) throw new JobError(1040, `Invalid input clipping: ${error.message}`);
    throw error;
  }
}

async function writeKey({ outputGroupSettings: { hlsGroupSettings } }: HlsGroup, work: string) {
  const { staticKeyValue, url } = hlsGroupSettings.encryption.staticKeyProvider;
  const path = join(work, 'key.bin');
  await writeFile(path, Buffer.from(staticKeyValue, 'hex'), { mode: 0o600 });
  await writeFile(join(work, keyInfoFile), [url, path, randomBytes(16).toString('hex')].join('\n'));
}

async function encode({ args, duration }: Plan, url: string, { work, signal, onProgress }: RunContext) {
  // Ten times the duration ends only a job that hangs.
  const timeoutMs = Math.max(30 * 60, (duration ?? 7200) * 10) * 1000;
  const onLine = (line: string) => {
    const seconds = Number(/^out_time_ms=(\d+)/.exec(line)?.[1]) / 1e6;
    if (duration && seconds > 0) onProgress('TRANSCODING', Math.min(94, Math.round((seconds / duration) * 94)));
  };
  try {
    await runFfmpeg(args, { cwd: work, signal, timeoutMs, onLine });
  } catch (error) {
    if (!(error instanceof FfmpegError) || error.reason === 'aborted') throw error;
    const reason = error.reason === 'timeout' ? 'it took too long' : (error.stderr.trim().split('\n').pop() ?? '');
    throw new JobError(
      1076,
      `Error while decoding input file [${url}]: [${reason.replaceAll(work, '').slice(0, 300)}]`,
    );
  }
}

const contentTypes: Record<string, string> = {
  ts: 'video/MP2T',
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
};

function putFile(name: string, { bucket, prefix }: PlannedGroup, { store, work }: RunContext) {
  const contentType = contentTypes[name.split('.').at(-1) ?? ''] ?? '';
  return store.putFile(bucket, prefix + name, join(work, name), { contentType });
}

/** Stores a group's files, its playlists last. The master playlist is written, and waits. */
async function storeGroup(
  group: PlannedGroup,
  { duration = 0 }: Plan,
  context: RunContext,
): Promise<OutputGroupDetail> {
  const { work } = context;
  const names = (await readdir(work)).filter((name) => name.startsWith(group.base)).sort();
  const isPlaylist = (name: string) => name.endsWith('.m3u8');
  if (names.every(isPlaylist)) throw new JobError(1076, 'The input has no frame of video that could be decoded.');
  const measured = await Promise.all(group.renditions.map((rendition) => measureRendition(rendition, work)));
  for (const name of names.toSorted((a, b) => Number(isPlaylist(a)) - Number(isPlaylist(b))))
    await putFile(name, group, context);
  const master = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...measured.flatMap(({ lines }) => lines),
  ];
  if (measured.length > 0) await writeFile(join(work, `${group.base}.m3u8`), `${master.join('\n')}\n`);
  const seconds =
    measured.length > 0 ? measured.map((each) => each.seconds) : [names[0]?.endsWith('.mp4') ? duration : 0];
  return { outputDetails: seconds.map((each) => ({ durationInMs: Math.round(each * 1000) })) };
}

/** Measures a rendition for the master playlist, and completes the key's tag in its own. */
async function measureRendition(rendition: PlannedGroup['renditions'][number], work: string) {
  const { name, width, height, fps, level, hasSound } = rendition;
  const path = join(work, `${name}.m3u8`);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^#EXT-X-KEY:.*$/gm, '$&,KEYFORMAT="identity",KEYFORMATVERSIONS="1"'));
  const segments = await Promise.all(
    [...text.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*(.+)$/gm)].map(async ([, seconds, file = '']) => ({
      seconds: Number(seconds),
      bits: 8 * (await stat(join(work, file))).size,
    })),
  );
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const average = Math.round(segments.reduce((sum, { bits }) => sum + bits, 0) / Math.max(seconds, 0.04));
  // A last segment of a few frames would inflate the peak.
  const peaks = segments.map((segment) => (segment.seconds >= 1 ? Math.round(segment.bits / segment.seconds) : 0));
  const codecs = `${toCodecName(level)}${hasSound ? ',mp4a.40.2' : ''}`;
  const variant =
    `#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(average, ...peaks)},AVERAGE-BANDWIDTH=${average},` +
    `RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)},CODECS="${codecs}"`;
  return { seconds, lines: [variant, `${name}.m3u8`] };
}
