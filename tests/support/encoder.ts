/** A camera at a ground: ffmpeg pushes RTMP as OBS or a phone does, and may lose its connection. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { describeExit } from '../../infra/toolchain/exit-status.ts';

interface Broadcast {
  size?: string;
  /** Filters that draw the pictures in real time, in place of the default ones. */
  picture?: string | undefined;
  /** Duration; by default the stream runs until it is stopped. */
  seconds?: number;
  output?: string[];
}

export class Encoder {
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;
  /** Output of ffmpeg. */
  log = '';

  private constructor(process: ChildProcess) {
    this.#process = process;
    this.#closed = once(process, 'close');
    process.stderr?.on('data', (text) => {
      this.log += text;
    });
  }

  /** Sends a key frame each second, so that segments are short and tests wait less. */
  static async start(
    address: string,
    { size = '640x360', picture, seconds, output = [] }: Broadcast = {},
  ): Promise<Encoder> {
    const pictures = picture ?? `testsrc2=size=${size}:rate=25`;
    const options = [
      ...['-hide_banner', '-loglevel', 'warning', ...(picture ? [] : ['-re']), '-f', 'lavfi', '-i', pictures],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440', ...(seconds ? ['-t', String(seconds)] : [])],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
      ...['-g', '25', '-b:v', '800k', '-c:a', 'aac', '-ar', '44100', ...output, '-f', 'flv', address],
    ];
    return new Encoder(spawn(await findFfmpeg(), options, { stdio: ['ignore', 'ignore', 'pipe'] }));
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Waits for ffmpeg to give up and returns its exit code. A crash does not count as a refusal. */
  async waitForEnd(): Promise<number> {
    await this.#closed;
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null) throw new Error(`ffmpeg ${describeExit(exitCode, signalCode)}: ${this.log}`);
    return exitCode;
  }

  /** Cuts the connection without telling the server. */
  async drop(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends the stream in an orderly way. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#process.kill(signal);
    await this.#closed;
  }
}
