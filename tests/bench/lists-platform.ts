/**
 * `lists-platform.ts <count>`: fills a platform with a large league, and starts Lambdas in sequence that print the
 * times of their lists, one line of JSON each.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { toExitCode } from '../../infra/toolchain/exit-status.ts';
import { createViewer, startBenchPlatform } from './bench-platform.ts';

/** Number of measured Lambdas: a few seconds of other load on the machine distort only one of three. */
const lambdas = 3;
const platform = await startBenchPlatform();
try {
  const now = new Date();
  const league = await seedLargeLeague({ ...largeLeague, vods: Number(process.argv[2]) }, now);
  const { token } = await createViewer('ADMIN');
  const { vods } = await import('../../functions/recordings/vods/store.ts');
  const rename = async (at: number) => {
    const [{ id } = { id: '' }] = (await vods.rows()).slice(at);
    await vods.change(id, (vod) => ({ ...vod, title: `${vod.title} ${at}` }));
  };
  for (let lambda = 0; lambda < lambdas && !process.exitCode; lambda += 1) {
    // A separate process, like a Lambda, which loads the snapshot that the writers left.
    const child = fork(join(import.meta.dirname, 'lists-lambda.ts'), [league.clubs[7]?.id ?? '', token]);
    // A write by another function, which this one sees with its next list.
    child.on('message', (at) => rename(Number(at)).then(() => child.send('renamed')));
    const [code, signal] = await once(child, 'exit');
    process.exitCode = toExitCode(code, signal);
  }
} finally {
  await platform.close();
}
