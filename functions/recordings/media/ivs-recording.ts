/**
 * Reads IVS's description of a recording: `events/recording-ended.json`, or `recording-failed.json` if it broke off.
 * MediaConvert's Probe does not support playlists.
 */
import * as z from 'zod';
import { environment } from '../../platform/aws/environment.ts';
import { readObject, readText } from '../../platform/aws/storage.ts';

const Description = z.object({
  channel_arn: z.string(),
  recording_started_at: z.string().optional(),
  recording_ended_at: z.string().optional(),
  recording_status_message: z.string().optional(),
  media: z
    .object({
      hls: z.object({
        duration_ms: z.number().default(0),
        path: z.string(),
        playlist: z.string(),
        renditions: z
          .array(z.object({ resolution_width: z.number().optional(), resolution_height: z.number().optional() }))
          .default([]),
      }),
    })
    .optional(),
});

export interface Recording {
  channelArn: string;
  startedAt: string;
  endedAt: string;
  /** True if IVS could not finish it; the recorded part may still be a video. */
  brokeOff: boolean;
  /** Seconds. */
  duration: number;
  /** Size of the largest rendition; 0 without a picture. */
  width: number;
  height: number;
  /** Key of the master playlist. */
  playlist: string;
}

/** Reads the description of an ended recording; undefined while it runs. */
export async function readRecording(prefix: string): Promise<Recording | undefined> {
  for (const name of ['recording-ended', 'recording-failed']) {
    const text = await readText({ bucket: environment('RECORDINGS_BUCKET'), key: `${prefix}/events/${name}.json` });
    if (text) return parseRecording(prefix, JSON.parse(text), name === 'recording-failed');
  }
  return undefined;
}

function parseRecording(prefix: string, json: unknown, brokeOff: boolean): Recording {
  const { channel_arn, recording_started_at, recording_ended_at, media } = Description.parse(json);
  const largest = (media?.hls.renditions ?? []).reduce(
    (best, { resolution_width: width = 0, resolution_height: height = 0 }) =>
      width * height > best.width * best.height ? { width, height } : best,
    { width: 0, height: 0 },
  );
  const endedAt = recording_ended_at ?? new Date().toISOString();
  return {
    channelArn: channel_arn,
    startedAt: new Date(recording_started_at ?? endedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    brokeOff,
    duration: (media?.hls.duration_ms ?? 0) / 1000,
    ...largest,
    playlist: `${prefix}/${media?.hls.path ?? 'media/hls'}/${media?.hls.playlist ?? 'master.m3u8'}`,
  };
}

/** Reads from the master playlist whether renditions carry sound (assumed without CODECS), and their frame rate. */
export async function readRenditions(
  playlist: string,
): Promise<{ hasAudio: boolean; framesPerSecond?: number } | undefined> {
  const text = await readText({ bucket: environment('RECORDINGS_BUCKET'), key: playlist });
  if (text === undefined) return undefined;
  const codecs = [...text.matchAll(/CODECS="([^"]*)"/g)].map(([, list]) => list ?? '');
  const hasAudio = codecs.length === 0 || codecs.some((list) => list.includes('mp4a'));
  const framesPerSecond = Math.max(0, ...[...text.matchAll(/FRAME-RATE=([\d.]+)/g)].map(([, rate]) => Number(rate)));
  return { hasAudio, ...(framesPerSecond && { framesPerSecond }) };
}

/** The master playlist of a recording, or that of a rendition. */
export const playlistAddress = (prefix: string, rendition?: string) => ({
  bucket: environment('RECORDINGS_BUCKET'),
  key: `${hlsFolder(prefix)}/${rendition ? `${rendition}/playlist` : 'master'}.m3u8`,
});

export const hlsFolder = (prefix: string) => `${prefix}/media/hls`;

/** Reads the latest frame that IVS has captured, every half minute; undefined before the first one. */
export const readLatestFrame = (prefix: string) =>
  readObject({ bucket: environment('RECORDINGS_BUCKET'), key: latestFrameKey(prefix) });

export const latestFrameKey = (prefix: string): string => `${prefix}/media/latest_thumbnail/thumb.jpg`;

/** Seconds between the frames, as infra/stacks/media.ts sets them. */
export const frameSeconds = 30;

/** The recording's folder, from the key of its playlist. */
export const toRecordingPrefix = (playlist: string) => playlist.replace(/\/media\/hls\/.*$/, '');
