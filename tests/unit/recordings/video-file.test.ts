/** Recognises video files by name and by their first bytes. */
import { describe, expect, test } from 'vitest';
import { hasVideoName, hasVideoSignature, headBytes } from '../../../shared/domain/video-file.ts';
import { createClip, createSoundOnly } from '../../support/media.ts';

const head = async (bytes: Promise<Buffer>) => (await bytes).subarray(0, headBytes);

describe('the first bytes', () => {
  const small = { seconds: 1, size: '160x90', audio: false };
  const mpeg2 = ['-c:v', 'mpeg2video'];
  const containers = [
    { extension: 'mp4', isMp4: true, output: [] },
    { extension: 'mov', isMp4: false, output: [] },
    { extension: 'mkv', isMp4: false, output: [] },
    { extension: 'avi', isMp4: false, output: [] },
    { extension: 'ts', isMp4: false, output: ['-f', 'mpegts'] },
    { extension: 'm2ts', isMp4: false, output: ['-f', 'mpegts', '-mpegts_m2ts_mode', '1'] },
    { extension: 'mpg', isMp4: false, output: mpeg2 },
    { extension: 'mxf', isMp4: false, output: mpeg2 },
    { extension: 'wmv', isMp4: false, output: ['-f', 'asf'] },
    { extension: 'flv', isMp4: false, output: [] },
  ];
  for (const { extension, isMp4, output } of containers) {
    test(`[B-UI-6] ${extension} is a video${isMp4 ? ' and MP4' : ', and no MP4'}`, async () => {
      const bytes = await head(createClip({ ...small, extension, output }));
      expect([hasVideoSignature('video', bytes), hasVideoSignature('mp4', bytes)]).toEqual([true, isMp4]);
    });
  }

  test('[B-UI-6] rejects files that only have a video’s name; accepts any content of a container', async () => {
    const others = [
      '%PDF-1.7\n',
      'PK\u0003\u0004',
      '\u0089PNG\r\n\u001a\n',
      'ID3\u0003',
      'GIF89a',
      '<html>',
      '',
      'ftyp',
    ];
    for (const other of others) expect(hasVideoSignature('video', Buffer.from(other, 'latin1')), other).toBe(false);
    expect(hasVideoSignature('video', await head(createSoundOnly()))).toBe(true);
  });
});

test('[B-UI-6] accepts any video for VODs and MP4 for the rest, by name if the browser knows no type', () => {
  const is = (name: string, type: string) => [
    hasVideoName('video', { name, type }),
    hasVideoName('mp4', { name, type }),
  ];
  expect(is('a.mp4', 'video/mp4')).toEqual([true, true]);
  expect(is('a.mp4', '')).toEqual([true, true]);
  expect(is('a.mov', 'video/quicktime')).toEqual([true, false]);
  expect(is('a.mts', 'application/octet-stream')).toEqual([true, false]);
  // Browsers know no type of these.
  for (const extension of ['vob', 'mod', 'tod', 'flv', 'ogv', 'dv'])
    expect(is(`a.${extension}`, ''), extension).toEqual([true, false]);
  expect(is('acta.pdf', 'application/pdf')).toEqual([false, false]);
  expect(is('video', '')).toEqual([false, false]);
});
