/** An ffmpeg that crashes a set number of times when it writes HLS or streams over RTMP, and otherwise runs the real one. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listWorkingFfmpegs } from '../../infra/local/ffmpeg/ffmpeg.ts';

export async function createCrashingFfmpeg(folder: string) {
  const [real] = await listWorkingFfmpegs();
  const [path, count] = [join(folder, 'ffmpeg'), join(folder, 'crashes')];
  const crash = (times: number) => writeFileSync(count, String(times));
  crash(0);
  writeFileSync(
    path,
    `#!/bin/sh
case "$*" in *" -f hls "*|*rtmp://*)
  left=$(cat '${count}')
  if [ "$left" -gt 0 ]; then echo $((left - 1)) >'${count}'; echo "the last word" >&2; kill -SEGV $$; fi
esac
exec '${real?.path}' "$@"
`,
  );
  chmodSync(path, 0o755);
  return { path, crash, left: () => Number(readFileSync(count, 'utf8')) };
}
