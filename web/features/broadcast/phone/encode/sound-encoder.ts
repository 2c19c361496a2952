/** Encodes sound as AAC-LC: by the browser where it can, else by a package that is loaded then. */
import { type Sound, sampleRate } from '../capture/sound-line.ts';
import { isPlainAac, type SoundEncoder, toSoundTicks } from './aac.ts';
import { soundBitrate } from './ladder.ts';
import type { Packet } from './packet.ts';

/** @throws Error if neither the browser nor the package encodes. */
export async function createSoundEncoder(
  onPacket: (packet: Packet) => void,
  onError: (error: Error) => void,
): Promise<SoundEncoder> {
  if (await canBrowserEncode()) return new BrowserSoundEncoder(onPacket, onError);
  const { createPackagedEncoder } = await import('./packaged-sound-encoder.ts');
  return createPackagedEncoder(onPacket, onError);
}

let browserCan: Promise<boolean> | undefined;

/** Tries the browser's encoder with 0.2 s of silence, because browsers may announce encoders that fail. */
async function canBrowserEncode(): Promise<boolean> {
  browserCan ??= tryBrowser().catch(() => false);
  return browserCan;
}

async function tryBrowser(): Promise<boolean> {
  if (typeof AudioEncoder !== 'function' || !(await AudioEncoder.isConfigSupported(config)).supported) return false;
  let packets = 0;
  const encoder = new BrowserSoundEncoder(
    () => {
      packets += 1;
    },
    () => undefined,
  );
  try {
    const length = sampleRate / 5;
    encoder.encode({ at: 0, channels: [new Float32Array(length), new Float32Array(length)] });
    await encoder.finish();
    return packets > 0 && encoder.isPlain;
  } finally {
    encoder.close();
  }
}

const config = { codec: 'mp4a.40.2', sampleRate, numberOfChannels: 2, bitrate: soundBitrate };

class BrowserSoundEncoder implements SoundEncoder {
  readonly #encoder: AudioEncoder;
  #first: number | undefined;
  isPlain = false;

  constructor(onPacket: (packet: Packet) => void, onError: (error: Error) => void) {
    this.#encoder = new AudioEncoder({
      output: (chunk, metadata) => {
        if (metadata?.decoderConfig) this.isPlain = isPlainAac(metadata.decoderConfig.description);
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        onPacket({ track: 'sound', isKey: true, at: toSoundTicks(chunk.timestamp, this.#first ?? 0), data });
      },
      error: onError,
    });
    this.#encoder.configure(config);
  }

  encode({ at, channels: [left, right] }: Sound): void {
    if (this.#encoder.state !== 'configured') return;
    this.#first ??= at;
    const data = new Float32Array(2 * left.length);
    data.set(left);
    data.set(right, left.length);
    const timestamp = Math.round(((at - this.#first) * 1e6) / sampleRate);
    const sound = new AudioData({
      data,
      timestamp,
      sampleRate,
      format: 'f32-planar',
      numberOfChannels: 2,
      numberOfFrames: left.length,
    });
    this.#encoder.encode(sound);
    sound.close();
  }

  async finish(): Promise<void> {
    if (this.#encoder.state === 'configured') await this.#encoder.flush();
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }
}
