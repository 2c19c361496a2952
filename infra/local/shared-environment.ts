/**
 * The running platform's environment in a file of its data folder, so that an operator's command finds the stand-ins.
 * It is there while the platform runs. What it names is this machine's alone; a developer's own AWS keys never go in.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (dataDir: string) => join(dataDir, 'environment.json');

const shared =
  /^(AWS_ENDPOINT_URL_\w+|AWS_REGION|STAGE|TABLE_PREFIX|USER_POOL_\w+|\w+_BUCKET|\w+_ORIGIN|PLAYBACK_SECRET_ARN|STREAM_SERVER)$/;

export async function shareEnvironment(dataDir: string): Promise<{ close(): Promise<void> }> {
  const values = Object.fromEntries(Object.entries(process.env).filter(([name]) => shared.test(name)));
  await writeFile(fileOf(dataDir), `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  return { close: () => rm(fileOf(dataDir), { force: true }) };
}

/** Undefined when no platform runs on this data folder. */
export async function readSharedEnvironment(dataDir: string): Promise<Record<string, string> | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
