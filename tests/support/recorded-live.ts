/**
 * Puts a recorded live into the bucket as the streaming service does: a real clip in segments, and its description.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { withRetries } from '../../functions/platform/aws/retries.ts';
import { makeClip } from './media.ts';

interface RecordedLive {
  channelArn: string;
  startedAt: string;
  endedAt: string;
  /** Writes `recording-failed.json` instead of `recording-ended.json`. */
  brokeOff?: boolean;
  /** Seconds of video; 0 for an empty recording. */
  seconds?: number;
  audio?: boolean;
  /** The last frame that the service took, as every recording of more than some seconds has it; none by default. */
  frame?: 'whole' | 'damaged' | undefined;
}

/** Returns the prefix of the recording. Writes the description last, as the service does. */
export async function recordLive(recorded: RecordedLive): Promise<string> {
  const { channelArn, startedAt, endedAt, brokeOff = false, seconds = 2, audio = true, frame } = recorded;
  const [, , , , account, resource = ''] = channelArn.split(':');
  const at = new Date(startedAt);
  const minute = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
  const id = Math.random().toString(36).slice(2, 14).padEnd(12, '0');
  const prefix = ['ivs/v1', account, resource.slice(8), ...minute, id].join('/');
  const s3 = new S3Client({ ...withRetries(), forcePathStyle: true });
  const put = (key: string, Body: Buffer | string) =>
    s3.send(new PutObjectCommand({ Bucket: process.env.RECORDINGS_BUCKET, Key: `${prefix}/${key}`, Body }));

  if (seconds > 0) {
    const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
    const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', '-hls_playlist_type', 'vod'];
    await makeClip(join(folder, 'playlist.m3u8'), { seconds, size: '320x180', audio, output: hls });
    for (const name of await readdir(folder)) await put(`media/hls/180p25/${name}`, await readFile(join(folder, name)));
    await rm(folder, { recursive: true });
    const codecs = audio ? 'avc1.42c00d,mp4a.40.2' : 'avc1.42c00d';
    const stream = `#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180,CODECS="${codecs}"`;
    await put('media/hls/master.m3u8', `#EXTM3U\n#EXT-X-VERSION:3\n${stream}\n180p25/playlist.m3u8\n`);
  }
  if (frame) {
    const grass = { width: 320, height: 180, channels: 3 as const, background: '#2a6' };
    const picture = await sharp({ create: grass }).jpeg().toBuffer();
    await put('media/latest_thumbnail/thumb.jpg', frame === 'whole' ? picture : picture.subarray(0, 20));
  }
  const rendition = { path: '180p25', playlist: 'playlist.m3u8', resolution_width: 320, resolution_height: 180 };
  const description = {
    version: 'v1',
    channel_arn: channelArn,
    recording_started_at: startedAt,
    recording_ended_at: endedAt,
    recording_status: brokeOff ? 'RECORDING_ENDED_WITH_FAILURE' : 'RECORDING_ENDED',
    media: {
      hls: { duration_ms: seconds * 1000, path: 'media/hls', playlist: 'master.m3u8', renditions: [rendition] },
    },
  };
  await put(`events/recording-${brokeOff ? 'failed' : 'ended'}.json`, JSON.stringify(description));
  return prefix;
}
