/** Builds the movie box of an interleaved film of 25 pictures a second, with any of its facts wrong. */

export interface MovieOptions {
  count?: number;
  timescale?: number;
  /** Duration of a picture, in the timescale. */
  step?: number;
  /** From decoding to showing. */
  delay?: number;
  keyEvery?: number;
  firstKey?: number;
  sampleBytes?: number;
  declaredSamples?: number;
  /** Offset of the first sample in the file. */
  offset?: number;
  profile?: number;
  matrix?: number[];
  aspect?: [number, number];
  /** Start in the timescale, duration in milliseconds, rate as a fixed-point number. */
  edit?: { start: number; duration?: number; rate?: number };
  copies?: number;
  more?: Buffer[];
}

const upright = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const words = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const word = Buffer.alloc(4);
      word.writeInt32BE(value | 0);
      return word;
    }),
  );

export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const soundBytes = 300;
const soundStep = 1024;
const hertz = 48_000;

export function buildMovie(options: MovieOptions = {}): Buffer {
  const { count = 250, copies = 1, more = [] } = options;
  const sounds = Math.ceil(((count / 25) * hertz) / soundStep);
  const pictures = Array.from({ length: copies }, () => buildPictures(options, count));
  return Buffer.concat([
    box('mvhd', words(0, 0, 0, 1000, (count / 25) * 1000)),
    ...pictures,
    buildTrack({
      kind: 'soun',
      timescale: hertz,
      matrix: upright,
      edit: undefined,
      stbl: [
        box('stsd', words(0, 1), box('mp4a', Buffer.alloc(28), soundStream)),
        ...buildTables({ count: sounds, step: soundStep, bytes: soundBytes, offset: 5_000_000 }),
      ],
    }),
    ...more,
  ]);
}

function buildPictures(options: MovieOptions, count: number): Buffer {
  const { timescale = 25, step = 1, delay = 0, keyEvery = 50, firstKey = 1, sampleBytes = 2000 } = options;
  const { declaredSamples, offset = 5_000_000, profile = 100, matrix = upright, aspect = [1, 1], edit } = options;
  const keys = Array.from({ length: Math.ceil(count / keyEvery) }, (_, index) => firstKey + index * keyEvery);
  const set = [0x67, profile, 0, 31];
  const record = Buffer.from([1, profile, 0, 31, 0xff, 0xe1, 0, set.length, ...set, 1, 0, 2, 0x68, 0]);
  return buildTrack({
    kind: 'vide',
    timescale,
    matrix,
    edit,
    stbl: [
      box('stsd', words(0, 1), box('avc1', Buffer.alloc(78), box('avcC', record), box('pasp', words(...aspect)))),
      ...buildTables({ count, step, bytes: sampleBytes, offset, declared: declaredSamples }),
      box('ctts', words(0, 1, count, delay)),
      box('stss', words(0, keys.length, ...keys)),
    ],
  });
}

/** ES, decoder and AudioSpecificConfig descriptors of AAC-LC, 48 kHz, stereo. */
const soundStream = box(
  'esds',
  Buffer.from([0, 0, 0, 0, 3, 22, 0, 0, 0, 4, 17, 0x40, 0x15, ...new Array(11).fill(0), 5, 2, 0x11, 0x90]),
);

interface Tables {
  count: number;
  step: number;
  bytes: number;
  offset: number;
  declared?: number | undefined;
}

const buildTables = ({ count, step, bytes, offset, declared = count }: Tables) => [
  box('stts', words(0, 1, count, step)),
  box('stsc', words(0, 1, 1, count, 1)),
  box('stsz', words(0, 0, declared), words(...new Array(count).fill(bytes))),
  box('stco', words(0, 1, offset)),
];

interface TrackBoxes {
  kind: string;
  timescale: number;
  matrix: number[];
  edit: MovieOptions['edit'];
  stbl: Buffer[];
}

function buildTrack({ kind, timescale, matrix, edit, stbl }: TrackBoxes): Buffer {
  const entry = edit && words(0, 1, edit.duration ?? 0, edit.start, edit.rate ?? 0x10000);
  return box(
    'trak',
    box('tkhd', Buffer.alloc(40), words(...matrix)),
    ...(entry ? [box('edts', box('elst', entry))] : []),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, timescale, 0)),
      box('hdlr', words(0, 0), Buffer.from(kind, 'latin1')),
      box('minf', box('stbl', ...stbl)),
    ),
  );
}
