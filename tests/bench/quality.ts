/**
 * Picture quality of each rendition (VMAF of 100) and its bits, for a film of the demo league, encoded with the settings
 * of the product, as the local encoder reads them, and compared with PeerTube's.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createJobSettings, segmentSeconds } from '../../functions/recordings/media/job-settings.ts';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { createVideoArgs, findH264Level } from '../../infra/local/mediaconvert/picture.ts';
import type { H264Settings } from '../../infra/local/mediaconvert/settings.ts';
import { demoFilms } from '../../infra/local/seed/films.ts';
import { inTemporaryFolder } from '../support/in-temporary-folder.ts';
import type { Figure } from './figure.ts';

const seconds = 8;
const framesPerSecond = 25;
const size = { width: 1920, height: 1080 };

/** Lines of the renditions that PeerTube makes too. */
const comparedLines = [1080, 720, 360];

export async function quality(): Promise<Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const film = await cutFilm(folder);
    const figures: Figure[] = [];
    for (const rung of listRenditions()) {
      const { kilobits, vmaf, cpu } = await encode(film, rung, folder);
      console.log(
        `${String(rung.height).padStart(4)} lines  VMAF ${vmaf.toFixed(1)}  ` +
          `${String(kilobits).padStart(4)} kbit/s  ${cpu.toFixed(1)} s of the processor`,
      );
      if (comparedLines.includes(rung.height))
        figures.push(await compareToPeer(film, rung, { kilobits, vmaf }, folder));
    }
    return figures;
  });
}

const lossless = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', '-pix_fmt', 'yuv420p'];

async function cutFilm(folder: string): Promise<string> {
  const path = join(folder, 'film.mp4');
  const [, film] = demoFilms;
  if (!film) throw new Error('The demo league has no football film');
  const scaled = ['-t', String(seconds), '-vf', `scale=${size.width}:${size.height}`, ...lossless, path];
  await runFfmpeg(['-i', film.path, ...scaled]);
  return path;
}

interface Rung {
  height: number;
  h264: H264Settings;
}

/** The renditions of a job of the product, with settings as the encoder receives them. */
function listRenditions(): Rung[] {
  const { OutputGroups = [] } = createJobSettings({
    kind: 'vods',
    id: 'bench',
    generation: 'bench',
    key: '0'.repeat(32),
    source: 's3://uploads/bench.mp4',
    mediaBucket: 'media',
    mediaOrigin: 'https://media.test',
    info: { ...size, framesPerSecond, duration: seconds, hasAudio: false },
  });
  return (OutputGroups[0]?.Outputs ?? []).map(({ VideoDescription }) => ({
    height: VideoDescription?.Height ?? 0,
    h264: toWireNames(VideoDescription?.CodecSettings?.H264Settings) as H264Settings,
  }));
}

/** PeerTube's settings of a recording: a key frame every two seconds, and x264's own choice of B-frames. */
const createPeerArgs = ({ maxBitrate }: H264Settings) => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-b_strategy', '1', '-bf', '16'],
  ...['-g', String(2 * framesPerSecond), '-maxrate', String(maxBitrate), '-bufsize', String(2 * maxBitrate)],
];

/** Our bits against the peer's, at the peer's VMAF: between two qualities, bits grow by a constant factor a point. */
async function compareToPeer(
  clip: string,
  { height, h264 }: Rung,
  own: { kilobits: number; vmaf: number },
  folder: string,
): Promise<Figure> {
  const lower = { ...h264, qvbrSettings: { qvbrQualityLevel: h264.qvbrSettings.qvbrQualityLevel - 2 } };
  const less = await encode(clip, { height, h264: lower }, folder);
  const peer = await encodeWith(clip, height, createPeerArgs(h264), folder);
  const slope = Math.log(own.kilobits / less.kilobits) / (own.vmaf - less.vmaf);
  const atSame = own.kilobits * Math.exp(slope * (peer.vmaf - own.vmaf));
  console.log(
    `${String(height).padStart(4)} lines  peer: VMAF ${peer.vmaf.toFixed(1)}  ${peer.kilobits} kbit/s; ` +
      `ours at the same: ${Math.round(atSame)} kbit/s`,
  );
  return { what: `Bits at the peer’s VMAF, ${height} lines`, value: atSame / peer.kilobits, unit: '×', limit: 1 };
}

const toWireNames = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name[0]?.toLowerCase() + name.slice(1), toWireNames(inner)]),
      )
    : value;

function encode(clip: string, { height, h264 }: Rung, folder: string) {
  const level = findH264Level((16 * height) / 9, height, framesPerSecond, h264.maxBitrate);
  return encodeWith(clip, height, createVideoArgs(h264, { level, segmentSeconds, threads: 2 }), folder);
}

async function encodeWith(clip: string, height: number, video: string[], folder: string) {
  const path = join(folder, `${height}.mp4`);
  const log = await runFfmpeg(['-benchmark', '-i', clip, '-an', '-vf', `scale=-2:${height}`, ...video, '-y', path]);
  const cpu = Number(/utime=([\d.]+)s/.exec(log)?.[1]);
  return {
    kilobits: Math.round((8 * statSync(path).size) / seconds / 1000),
    cpu,
    vmaf: await compareToSource(path, clip),
  };
}

/** VMAF of a rendition as a player enlarges it, over every fifth picture. */
async function compareToSource(path: string, clip: string): Promise<number> {
  const enlarged = `scale=${size.width}:${size.height}:flags=bicubic`;
  const compared = `[0:v]${enlarged}[seen];[1:v]${enlarged}[source];[seen][source]libvmaf=n_threads=2:n_subsample=5`;
  const log = await runFfmpeg(['-i', path, '-i', clip, '-lavfi', compared, '-f', 'null', '-'], {
    timeoutMs: 10 * 60_000,
  });
  return Number(/VMAF score: ([\d.]+)/.exec(log)?.[1]);
}
