/**
 * Runs one MediaConvert job: probes the inputs, encodes with one ffmpeg into a working folder, then stores segments and
 * images, playlists, and the master playlist last.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FfmpegError, runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Assembly } from './assembly.ts';
import { isFile } from './input-settings.ts';
import type { Plan } from './job-plan.ts';
import { hasAudioOutput, keyFiles, planJob } from './job-plan.ts';
import { assembleInputs, findImagePath, openJobInput } from './open-input.ts';
import { JobError, type RunContext } from './run-context.ts';
import { type JobSettings, readJobRate, readPreprocessors } from './settings.ts';
import { type OutputGroupDetail, storeFile, storeHls } from './store-outputs.ts';

export async function runJob(settings: JobSettings, context: RunContext): Promise<OutputGroupDetail[]> {
  const { store, threads } = context;
  const resolveImage = (picture: string) => findImagePath(picture, store);
  const opened = await Promise.all(settings.inputs.map((input) => openJobInput(input, store)));
  const url = settings.inputs.find(isFile)?.fileInput ?? '';
  const source = assembleInputs(opened, {
    follow: settings.followSource,
    threads,
    resolveImage,
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
      group.type === 'HLS_GROUP' ? await storeHls(group, context) : await storeFile(group, source, context, url),
    );
  }
  context.signal.throwIfAborted();
  // Master playlists are published after everything that they reference.
  for (const { publish } of groups) await publish();
  return groups.map(({ detail }) => detail);
}

async function prepareFolders(plan: Plan, work: string) {
  for (const group of plan.groups) {
    const folder = join(work, group.folder);
    await mkdir(folder, { recursive: true });
    if (group.type !== 'HLS_GROUP') continue;
    const { staticKeyProvider } = group.encryption;
    const vector = randomBytes(16).toString('hex');
    await writeFile(join(folder, keyFiles.key), Buffer.from(staticKeyProvider.staticKeyValue, 'hex'), { mode: 0o600 });
    await writeFile(
      join(folder, keyFiles.info),
      [staticKeyProvider.url, join(folder, keyFiles.key), vector].join('\n'),
    );
  }
}

async function encode(plan: Plan, { duration }: Assembly, url: string, { work, signal, onProgress }: RunContext) {
  // Ten times the duration ends only a job that hangs.
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
