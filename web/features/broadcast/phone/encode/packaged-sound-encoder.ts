/**
 * An AAC encoder for browsers that have none: Chromium on Linux, and iPhones before iOS 26. Loaded only there, because it
 * is larger than the rest of the page.
 */
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output } from 'mediabunny';
import { type Sound, sampleRate } from '../capture/sound-line.ts';
import { isPlainAac, type SoundEncoder, toSoundTicks } from './aac.ts';
import { soundBitrate } from './ladder.ts';
import type { Packet } from './packet.ts';

registerAacEncoder();

export async function createPackagedEncoder(
  onPacket: (packet: Packet) => void,
  onError: (error: Error) => void,
): Promise<SoundEncoder> {
  let first: number | undefined;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: soundBitrate,
    onEncodedPacket: ({ data, timestamp }, meta) => {
      if (meta?.decoderConfig && !isPlainAac(meta.decoderConfig.description)) onError(new Error('Not AAC-LC'));
      onPacket({ track: 'sound', isKey: true, at: toSoundTicks(timestamp * 1e6, first ?? 0), data });
    },
  });
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  // One after the other, because the encoder works in a worker of its own.
  let queue = Promise.resolve();
  return {
    encode({ at, channels: [left, right] }: Sound) {
      first ??= at;
      const data = new Float32Array(2 * left.length);
      data.set(left);
      data.set(right, left.length);
      const timestamp = (at - first) / sampleRate;
      const sample = new AudioSample({ data, timestamp, sampleRate, format: 'f32-planar', numberOfChannels: 2 });
      queue = queue.then(() => source.add(sample)).then(() => sample.close(), onError);
    },
    async finish() {
      await queue;
      await output.finalize();
    },
    close: () => void (output.state === 'started' && output.cancel()),
  };
}
