/**
 * Writes the running platform's environment to a file, so that operator commands find the emulators. The file exists
 * while the platform runs, and never contains AWS keys.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const toFilePath = (dataDir: string) => join(dataDir, 'environment.json');

const sharedVariables =
  /^(AWS_ENDPOINT_URL_\w+|AWS_REGION|STAGE|TABLE_PREFIX|USER_POOL_\w+|\w+_BUCKET|\w+_ORIGIN|(PLAYBACK|AUDIT)_SECRET_ARN|STREAM_SERVER|IMAGE_RIGHTS)$/;

export async function shareEnvironment(dataDir: string): Promise<{ close(): Promise<void> }> {
  const values = Object.fromEntries(Object.entries(process.env).filter(([name]) => sharedVariables.test(name)));
  await writeFile(toFilePath(dataDir), `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  return { close: () => rm(toFilePath(dataDir), { force: true }) };
}

/** Reads the environment; undefined if no platform runs on this data folder. */
export async function readSharedEnvironment(dataDir: string): Promise<Record<string, string> | undefined> {
  try {
    return JSON.parse(await readFile(toFilePath(dataDir), 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
