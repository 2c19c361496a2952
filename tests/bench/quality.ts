/**
 * Picture quality of each rendition (VMAF of 100) and its bits, for a film of the demo league and two generated clips
 * that are hard to encode: a panning view of a crowd, and rain with the noise of floodlights. Encoded with the settings
 * of the product, as the local encoder reads them.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createJobSettings, segmentSeconds } from '../../functions/recordings/media/job-settings.ts';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { createVideoArgs, findH264Level } from '../../infra/local/mediaconvert/picture.ts';
import type { H264Settings } from '../../infra/local/mediaconvert/settings.ts';
import { demoFilms } from '../../infra/local/seed/films.ts';
import type { Figure } from './figure.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

const seconds = 8;
const framesPerSecond = 25;
const size = { width: 1920, height: 1080 };

/** Lines of the renditions that PeerTube makes too, of the demo film. */
const comparedLines = [1080, 720, 360];

/** Limits of 720p: missing quality to 100, and bits in kbit/s. */
const limits: Record<string, { missing: number; kilobits: number }> = {
  film: { missing: 13, kilobits: 1_580 },
  crowd: { missing: 13, kilobits: 2_100 },
  rain: { missing: 27, kilobits: 2_100 },
};

export async function quality(): Promise<Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const clips = { film: await cutFilm(folder), crowd: await drawCrowd(folder), rain: await drawRain(folder) };
    const figures: Figure[] = [];
    for (const [name, clip] of Object.entries(clips)) {
      for (const rung of listRenditions()) {
        const { kilobits, vmaf, cpu } = await encode(clip, rung, folder);
        console.log(
          `${name.padEnd(5)} ${String(rung.height).padStart(4)} lines  VMAF ${vmaf.toFixed(1)}  ` +
            `${String(kilobits).padStart(4)} kbit/s  ${cpu.toFixed(1)} s of the processor`,
        );
        if (name === 'film' && comparedLines.includes(rung.height))
          figures.push(await compareToPeer(clip, rung, { kilobits, vmaf }, folder));
        const limit = rung.height === 720 && limits[name];
        if (!limit) continue;
        figures.push(
          { what: `VMAF missing at 720p, ${name}`, value: 100 - vmaf, unit: '', limit: limit.missing },
          { what: `Bits of 720p, ${name}`, value: kilobits, unit: 'kbit/s', limit: limit.kilobits },
        );
      }
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

/** A stand full of heads of random colours, over which the camera pans. */
async function drawCrowd(folder: string): Promise<string> {
  const [picture, path] = [join(folder, 'crowd.png'), join(folder, 'crowd.mp4')];
  const heads = "nullsrc=s=640x150:d=0.04:r=25,geq=r='random(1)*255':g='random(2)*255':b='random(3)*255'";
  const blurred = `${heads},scale=3840:900:flags=lanczos,gblur=1.2,noise=c0s=18:c0f=u`;
  await runFfmpeg(['-f', 'lavfi', '-i', blurred, '-frames:v', '1', picture]);
  const pan = "crop=1440:810:x='(iw-ow)*(0.5+0.5*sin(t*0.9))':y='(ih-oh)*(0.5+0.5*sin(t*2.3))'";
  const panned = `${pan},scale=${size.width}:${size.height},noise=alls=6:allf=t`;
  const still = ['-loop', '1', '-framerate', String(framesPerSecond), '-t', String(seconds), '-i', picture];
  await runFfmpeg([...still, '-vf', panned, ...lossless, path]);
  return path;
}

/** The film in the evening: falling streaks, and the noise of a sensor in little light. */
async function drawRain(folder: string): Promise<string> {
  const [picture, path] = [join(folder, 'rain.png'), join(folder, 'rain.mp4')];
  const streaks = "nullsrc=s=480x270:d=0.04:r=25,geq=r='random(1)*255':g='random(1)*255':b='random(1)*255'";
  const curves = "curves=all='0/0 0.62/0 0.75/0.35 1/0.5',format=rgb24";
  const drawn = `${streaks},gblur=sigma=0.5:sigmaV=14,scale=1920:2160`;
  await runFfmpeg(['-f', 'lavfi', '-i', drawn, '-vf', curves, '-frames:v', '1', picture]);
  const fall = "[1:v]crop=1920:1080:0:'mod(1080-t*2400\\,1080)'[rain]";
  const evening = `[0:v]fps=${framesPerSecond},scale=1920:1080,eq=brightness=-0.12:contrast=0.9[film]`;
  const [film] = demoFilms.slice(1);
  const joined = `${evening};${fall};[film][rain]blend=all_mode=screen:shortest=1,noise=alls=14:allf=t`;
  const inputs = ['-i', film?.path ?? '', '-loop', '1', '-framerate', String(framesPerSecond), '-i', picture];
  await runFfmpeg([...inputs, '-filter_complex', joined, '-t', String(seconds), ...lossless, path]);
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
    `film ${String(height).padStart(5)} lines  peer: VMAF ${peer.vmaf.toFixed(1)}  ${peer.kilobits} kbit/s; ` +
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
