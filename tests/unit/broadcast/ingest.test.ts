/** Advice for the person beside the camera. */
import { describe, expect, test } from 'vitest';
import { adviseOn, type Ingest } from '../../../functions/broadcast/ingest/rules.ts';

const good: Ingest = {
  state: 'HEALTHY',
  width: 1920,
  height: 1080,
  framerate: 30,
  encoder: null,
  videoBitrate: 5_000_000,
  audioBitrate: 128_000,
  keyframeInterval: 2,
};
const texts = (change: Partial<Ingest>) => adviseOn({ ...good, ...change }).map(({ text }) => text);

describe('advice', () => {
  test('[B-CAM-8] is empty if the stream is fine, off air, or not measured yet', () => {
    expect(texts({})).toEqual([]);
    expect(texts({ state: 'OFFLINE', framerate: 5 })).toEqual([]);
    const unmeasured = { framerate: null, videoBitrate: null, audioBitrate: null, keyframeInterval: null };
    expect(texts({ ...unmeasured, width: null, height: null })).toEqual([]);
  });

  const cases: [string, Partial<Ingest>, RegExp][] = [
    ['key frames too far apart', { keyframeInterval: 10 }, /^Pon el intervalo de fotogramas clave en 2 s$/],
    ['key frames too close', { keyframeInterval: 0.5 }, /fotogramas clave en 2 s/],
    ['a line that cannot carry it', { state: 'STARVING' }, /a trompicones/],
    ['more than the service takes', { videoBitrate: 9_000_000 }, /Baja el bitrate de video a 6000 kbps/],
    ['too little for the size', { videoBitrate: 1_000_000 }, /Sube el bitrate de video a 5000 kbps/],
    ['too little for 720p', { width: 1280, height: 720, videoBitrate: 1_000_000 }, /a 3000 kbps/],
    ['too few pictures', { framerate: 12 }, /Llegan 12 imágenes por segundo: pon 25 o 30/],
    ['too many pictures', { framerate: 120 }, /60 imágenes por segundo como máximo/],
    ['a picture that is too large', { width: 3840, height: 2160 }, /1920 × 1080 como máximo/],
    ['a small picture', { width: 640, height: 360, videoBitrate: 1_500_000 }, /1280 × 720 o más/],
    ['an upright phone', { width: 1080, height: 1920 }, /Gira el móvil/],
    ['no sound', { audioBitrate: 0 }, /^No llega sonido: revisa el micrófono y pon el códec de audio en AAC$/],
    ['no picture', { videoBitrate: 0, framerate: 0 }, /^No llega imagen/],
  ];
  for (const [name, change, text] of cases) {
    test(`[B-CAM-8] advises staff about ${name}`, () => {
      expect(texts(change)).toEqual([expect.stringMatching(text)]);
    });
  }
});
