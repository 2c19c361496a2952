/** Tiny clips for the media tests, made with the same ffmpeg that the platform uses. */
import { runFfmpeg } from '../../../infra/local/ffmpeg.ts';

export interface Clip {
  seconds?: number;
  size?: string;
  rate?: number;
  audio?: boolean;
  /** Further output options. */
  output?: string[];
}

export async function makeClip(
  path: string,
  { seconds = 2, size = '640x360', rate = 25, audio = true, output = [] }: Clip = {},
) {
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
    ...(audio ? ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`] : []),
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      String(rate),
      '-c:a',
      'aac',
      ...output,
      path,
    ],
  ]);
  return path;
}
