/** A camera on a ground: real ffmpeg that pushes RTMP, and that may lose its line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFfmpeg } from '../../../infra/local/ffmpeg.ts';

export class Encoder {
  readonly #process: ChildProcess;
  /** What ffmpeg said. */
  log = '';

  private constructor(process: ChildProcess) {
    this.#process = process;
    process.stderr?.on('data', (text) => {
      this.log += text;
    });
  }

  /** A key frame each second, as streaming services ask for. */
  static async start(address: string): Promise<Encoder> {
    const ffmpeg = await findFfmpeg();
    return new Encoder(
      spawn(
        ffmpeg,
        [
          ...['-hide_banner', '-loglevel', 'warning', '-re'],
          ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-f', 'lavfi', '-i', 'sine=frequency=440'],
          ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
          ...['-g', '25', '-b:v', '800k', '-c:a', 'aac', '-ar', '44100', '-f', 'flv', address],
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    );
  }

  get running(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** The code with which ffmpeg gave up by itself. */
  async ended(): Promise<number | null> {
    if (this.running) await once(this.#process, 'exit');
    return this.#process.exitCode;
  }

  /** As when somebody pulls the plug: nothing is said to the server. */
  async drop(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As when the streamer presses stop. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.running) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill(signal);
    await gone;
  }
}
