import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assembly } from './assembly.ts';
import type { PlannedFiles, PlannedHls } from './job-plan.ts';
import { JobError, type RunContext } from './run-context.ts';

export interface OutputGroupDetail {
  type: 'HLS_GROUP' | 'FILE_GROUP';
  playlistFilePaths?: string[];
  outputDetails: {
    outputFilePaths: string[];
    durationInMs: number;
    videoDetails: { widthInPx: number; heightInPx: number };
  }[];
}

interface StoredGroup {
  detail: OutputGroupDetail;
  publish(): Promise<void>;
}

export async function storeHls(group: PlannedHls, { store, work }: RunContext): Promise<StoredGroup> {
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
    // A last segment of a few frames would inflate the peak.
    const peaks = segments.map(({ seconds }, index) => (seconds >= 1 ? ((sizes[index] ?? 0) * 8) / seconds : 0));
    const average = Math.round((bytes * 8) / Math.max(duration, 0.04));
    master.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(average, Math.round(Math.max(...peaks)))},AVERAGE-BANDWIDTH=${average},` +
        `RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)},CODECS="${codecs}"`,
      `${name}.m3u8`,
    );
    const { keyFormat, keyFormatVersions } = group.encryption.staticKeyProvider;
    const keyTags = `,KEYFORMAT="${keyFormat}",KEYFORMATVERSIONS="${keyFormatVersions}"`;
    await writeFile(toLocalPath(`${name}.m3u8`), text.replace(/^(#EXT-X-KEY:.*)$/gm, `$1${keyTags}`));
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

export async function storeFile(
  { bucket, prefix, folder, name, width, height, isMp4 }: PlannedFiles,
  { duration = 0 }: Assembly,
  { store, work }: RunContext,
  input: string,
): Promise<StoredGroup> {
  const isOutput = (file: string) =>
    isMp4 ? file === `${name}.mp4` : file.startsWith(`${name}.`) && /\.\d{7}\.jpg$/.test(file.slice(name.length));
  const files = (await readdir(join(work, folder))).filter(isOutput).sort();
  if (files.length === 0)
    throw new JobError(1076, `Error while decoding input file [${input}]: [no frame could be captured]`);
  const contentType = isMp4 ? 'video/mp4' : 'image/jpeg';
  for (const file of files) await store.putFile(bucket, prefix + file, join(work, folder, file), { contentType });
  const detail: OutputGroupDetail = {
    type: 'FILE_GROUP',
    outputDetails: [
      {
        // The service lists only the last image, whose number is the count.
        outputFilePaths: [`s3://${bucket}/${prefix}${files.at(-1)}`],
        durationInMs: isMp4 ? Math.round(duration * 1000) : 0,
        videoDetails: { widthInPx: width, heightInPx: height },
      },
    ],
  };
  return { detail, publish: async () => {} };
}
