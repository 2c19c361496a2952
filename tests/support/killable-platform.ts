/**
 * The platform as a process that a test may kill at any moment and restart on the same data. Run as a program it is
 * that process: it sends its parent its addresses, its recordings and its videos.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createCaller } from './call-api.ts';

export interface Reached {
  api: string;
  rtmp: string;
  token: string;
  camera: { id: string; streamKey: string };
}

export interface PlatformState {
  recordings: { prefix: string; startedAt: string; seconds: number }[];
  videos: { id: string; prefix: string; sportEventId: string | null; status: string }[];
}

export class KillablePlatform {
  readonly #process: ChildProcess;
  readonly reached: Reached;

  private constructor(process: ChildProcess, reached: Reached) {
    this.#process = process;
    this.reached = reached;
  }

  static async start(dataDir: string): Promise<KillablePlatform> {
    const child = fork(import.meta.filename, [dataDir], {
      // Interrupted work logs errors; set DEBUG_KILLS to see them.
      stdio: ['ignore', 'ignore', process.env.DEBUG_KILLS ? 'inherit' : 'ignore', 'ipc'],
      execArgv: [],
      env: { ...process.env, LOG_LEVEL: 'silent' },
    });
    const reached = await answer<Reached>(child);
    return new KillablePlatform(child, reached);
  }

  async readState(): Promise<PlatformState> {
    const found = answer<PlatformState>(this.#process);
    this.#process.send('look');
    return found;
  }

  async call(method: string, path: string, body?: object): Promise<Record<string, string>> {
    const { status, data, message } = await createCaller(this.reached.api)(method, path, this.reached, body);
    if (status >= 400) throw new Error(`${method} ${path}: ${message}`);
    return data;
  }

  /** Kills the process without any cleanup, as a power failure does. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectOnExit = () => reject(new Error('The platform ended unexpectedly'));
    child.once('exit', rejectOnExit);
    child.once('message', (message) => {
      child.off('exit', rejectOnExit);
      resolve(message as T);
    });
  });
}

async function serve(dataDir: string): Promise<void> {
  const { startPlatform } = await import('../../infra/local/platform.ts');
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  const platform = await startPlatform({ config: { dataDir, ports }, minuteMs: 1000 });
  const { createUser } = await import('../../functions/people/accounts/store.ts');
  const { startSession } = await import('../../functions/platform/auth/sessions.ts');
  const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
  const { sources } = await import('../../functions/broadcast/live/store.ts');
  const { buildUser } = await import('./records.ts');
  const user = buildUser('ADMIN');
  await createUser(user);
  const [row] = await sources.rows();
  const camera = row ? await sources.get(row.id) : await createSource(createSourceItem('camera', 'campo', Date.now()));
  if (!camera) throw new Error('The camera does not exist');
  const { token } = await startSession(user, false, Date.now());
  process.on('message', () => void findState().then((found) => process.send?.(found)));
  // Ends with its parent.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const { id, streamKey } = camera;
  const rtmp = platform.addresses.rtmp.replace('localhost', '127.0.0.1');
  process.send?.({ api: platform.addresses.api, rtmp, token, camera: { id, streamKey } } satisfies Reached);
}

async function findState(): Promise<PlatformState> {
  const { listObjects } = await import('../../functions/platform/aws/storage.ts');
  const { readRecording } = await import('../../functions/recordings/media/ivs-recording.ts');
  const { vods } = await import('../../functions/recordings/vods/store.ts');
  const objects = await listObjects(process.env.RECORDINGS_BUCKET ?? '', 'ivs/');
  const prefixes = new Set(objects.map(({ key }) => key.replace(/\/(media|events)\/.*$/, '')));
  const recordings = await Promise.all(
    [...prefixes].map(async (prefix) => {
      const recording = await readRecording(prefix);
      return { prefix, startedAt: recording?.startedAt ?? '', seconds: recording?.duration ?? 0 };
    }),
  );
  const items = await vods.items(await vods.rows());
  return {
    recordings,
    videos: items.map(({ id, source, sportEventId, status }) => ({
      id,
      sportEventId,
      status,
      prefix: source?.key.replace(/\/media\/.*$/, '') ?? '',
    })),
  };
}

if (process.argv[1] === import.meta.filename && process.send) await serve(process.argv[2] ?? '');
