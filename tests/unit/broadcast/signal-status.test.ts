/** The status of a match's signal, with one recommendation. */
import { expect, test } from 'vitest';
import { type Ingest, toSignalStatus } from '../../../functions/broadcast/ingest/rules.ts';

const well: Ingest = {
  state: 'HEALTHY',
  width: 1280,
  height: 720,
  framerate: 25,
  encoder: null,
  videoBitrate: 3_000_000,
  audioBitrate: 128_000,
  keyframeInterval: 2,
};
const off: Ingest = { ...well, state: 'OFFLINE' };

test.each<[string, Ingest[], string, RegExp]>([
  ['nothing is on the air', [off, off], 'none', /Enciéndela/],
  ['it begins', [{ ...well, state: 'STARTING' }], 'none', /empieza a llegar/],
  ['all is well', [well, off], 'good', /No tienes que hacer nada/],
  ['it comes in jerks', [{ ...well, state: 'STARVING' }], 'choppy', /trompicones/],
  ['one of two has a problem', [well, { ...well, audioBitrate: 0 }], 'choppy', /No llega sonido/],
  ['something could be better', [{ ...well, videoBitrate: 700_000 }], 'good', /Sube el bitrate/],
])('[D-DESK-4] gives a level and a recommendation when %s', (_, ingests, level, text) => {
  const status = toSignalStatus(ingests);
  expect(status.level).toBe(level);
  expect(status.text).toMatch(text);
});
