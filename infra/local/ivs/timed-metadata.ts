/**
 * ID3 tags of timed metadata (PutMetadata) as IVS writes them, in a PRIV frame whose owner IVS's player recognises.
 * Every segment needs a tag, because the player waits for data of every declared stream.
 */

const owner = 'metadata.live-video.net';

export const createCueTag = (text: string) => createTag('PRIV', `${owner}\0${text}`);

/**
 * Creates the latency tag of IVS's transcoder: when it received and sent a segment, in milliseconds since the Unix
 * epoch.
 */
export const createTimeTag = (at: number) =>
  createTag('TXXX', `\x03segmentmetadata\0${JSON.stringify({ cmd: 'ld_lat_data', transc_r: at, transc_s: at })}`);

/** Creates an ID3 2.4 tag with one frame. */
function createTag(kind: 'PRIV' | 'TXXX', text: string): Buffer {
  const body = Buffer.from(text);
  const frame = Buffer.concat([Buffer.from(kind), encodeSynchsafe(body.length), Buffer.from([0, 0]), body]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0]), encodeSynchsafe(frame.length), frame]);
}

/** Encodes an ID3 length, with seven bits per byte. */
const encodeSynchsafe = (length: number) => Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f));
