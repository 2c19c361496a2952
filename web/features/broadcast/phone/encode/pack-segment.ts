/** Packs a segment's packets into MPEG-TS. The same packets always give the same bytes. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MpegTsOutputFormat,
  Output,
} from 'mediabunny';
import { sampleRate } from '../capture/sound-line.ts';
import { frameTicks } from './aac.ts';
import { type Packet, ticksPerMs } from './packet.ts';
import { addProgramClock } from './program-clock.ts';

/** AudioSpecificConfig of AAC-LC at 48 kHz in two channels. */
export const soundConfig = new Uint8Array([0x11, 0x90]);

const ticksPerSecond = 1_000 * ticksPerMs;

/** Pictures are H.264 in Annex B form, with their parameter sets in each whole one; sound is AAC without headers. */
export async function packSegment(packets: readonly Packet[]): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new MpegTsOutputFormat(), target });
  const sources = { picture: new EncodedVideoPacketSource('avc'), sound: new EncodedAudioPacketSource('aac') };
  output.addVideoTrack(sources.picture);
  output.addAudioTrack(sources.sound);
  await output.start();
  const hasSound = packets.some(({ track }) => track === 'sound');
  for (const { track, isKey, at, data } of hasSound ? packets : [...packets, ...createSilence(packets)]) {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', at / ticksPerSecond, 0);
    if (track === 'picture') await sources.picture.add(packet, pictureMeta);
    else await sources.sound.add(packet, soundMeta);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The segment was not packed');
  return addProgramClock(new Uint8Array(target.buffer));
}

/** A page that was killed has left pictures whose sound was still in the encoder: a track of silence takes its place. */
function createSilence(pictures: readonly Packet[]): Packet[] {
  const [first = 0, last = first] = [pictures[0]?.at, pictures.at(-1)?.at];
  const count = Math.max(1, Math.floor((last - first) / frameTicks));
  return Array.from({ length: count }, (_, index) => ({
    track: 'sound',
    isKey: true,
    at: first + index * frameTicks,
    data: silentFrame,
  }));
}

/** An AAC-LC frame of two channels in which nothing sounds. */
const silentFrame = new Uint8Array([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);

/** Required by the packager, which writes none of it: the pictures carry their own parameters. */
const pictureMeta = { decoderConfig: { codec: 'avc1.42E01F', codedWidth: 1280, codedHeight: 720 } };
const soundMeta = { decoderConfig: { codec: 'mp4a.40.2', sampleRate, numberOfChannels: 2, description: soundConfig } };
