/** Broadcasts of a scripted encoder to the IVS emulator: the state that viewers see, and the decoded recording. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { createPlaylistInput, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { eventually } from '../../support/eventually.ts';
import { ScriptedEncoder, type Tag } from '../../support/scripted-encoder.ts';
import {
  createChannel,
  createRecordingConfiguration,
  fetchText,
  findRecordedPath,
  ivs,
  readRecordingEvent,
} from './ivs-service.ts';

export const filmSeconds = 12;
/** Recordings end with their streams. */
const recordingConfigurationArn = await createRecordingConfiguration(0);

interface Broadcast {
  encoder: ScriptedEncoder;
  channelArn: string;
  /** Seconds that viewers could see so far. */
  readWatchedSeconds: () => Promise<number>;
}

export async function goLive(): Promise<Broadcast> {
  const { channel, key } = await createChannel('scripted', { authorized: false, recordingConfigurationArn });
  const encoder = await ScriptedEncoder.connect(ivs.rtmpPort, key);
  const readWatchedSeconds = async () => {
    const playlist = /^http.*$/m.exec(await fetchText(channel.playbackUrl))?.[0];
    const text = playlist ? await fetchText(playlist) : '';
    const listed = [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    return Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0) + listed;
  };
  return { encoder, channelArn: channel.arn, readWatchedSeconds };
}

interface Sending {
  seconds?: number;
  /** Seconds that viewers must have seen before the encoder stops; null for a film too short for a live playlist. */
  watched?: number | null;
  setUp?: (encoder: ScriptedEncoder) => void;
}

/** Sends tags to viewers, ends the stream, and returns its recording. */
export async function broadcast(
  tags: readonly Tag[],
  { seconds = filmSeconds, watched = seconds - 2.5, setUp }: Sending = {},
) {
  const { encoder, channelArn, readWatchedSeconds } = await goLive();
  encoder.publish();
  setUp?.(encoder);
  await encoder.send(tags, { seconds });
  if (watched !== null) await eventually(readWatchedSeconds, (far) => far > watched);
  expect(encoder.isClosed).toBe(false);
  encoder.close();
  return readRecording(channelArn);
}

export async function readRecording(channelArn: string) {
  const event = await readRecordingEvent(channelArn, 'Recording End');
  const master = findRecordedPath(event, 'hls/master.m3u8') ?? '';
  const folder = /^(\d+p\d+)\/playlist/m.exec(await readFile(master, 'utf8'))?.[1];
  const playlist = await readFile(findRecordedPath(event, `hls/${folder}/playlist.m3u8`) ?? '', 'utf8');
  const times: Record<'pictures' | 'sound', number[]> = { pictures: [], sound: [] };
  const onLine = (line: string) => {
    const [stream, , time] = line.split(',').map(Number);
    if (/^0,/.test(line)) times.pictures.push((time ?? 0) / 1000);
    if (stream === 1) times.sound.push((time ?? 0) / 1000);
  };
  const decoded = ['-map', '0:v:0', '-map', '0:a:0', '-af', 'silencedetect=n=-50dB:d=0.4', '-vsync', '0'];
  const said = await runFfmpeg(
    [...createPlaylistInput(master), ...decoded, '-enc_time_base', '1/1000', '-f', 'framecrc', 'pipe:1'],
    { onLine },
  );
  const silences = [...said.matchAll(/silence_start: ([\d.-]+)/g)].map(([, from], index) => ({
    from: Number(from),
    to: Number([...said.matchAll(/silence_end: ([\d.]+)/g)][index]?.[1] ?? Number.POSITIVE_INFINITY),
  }));
  return {
    ...times,
    silences,
    errors: said.match(/^\[(?:h264|aac).*$/gm) ?? [],
    seconds: Number(event.recording_duration_ms) / 1000,
    longest: Math.max(...[...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))),
    breaks: playlist.match(/DISCONTINUITY$/gm)?.length ?? 0,
  };
}
