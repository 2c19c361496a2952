/** What an encoding asks of MediaConvert, by what its source needs. */
import type { JobSettings } from '@aws-sdk/client-mediaconvert';
import { describe, expect, test } from 'vitest';
import { jobSettings } from '../../../functions/recordings/media/job-settings.ts';
import type { Cut, SourceInfo } from '../../../functions/recordings/media/rules.ts';

const cut: Cut = { start: 0, seconds: 10, poster: 3, crest: 'thumbnails/crest.png' };
const kinds: [string, Cut | undefined][] = [
  ['a recording', undefined],
  ['a clip', cut],
  ['a summary', { ...cut, summary: { card: 'thumbnails/card.png', parts: [{ start: 0, seconds: 7 }] } }],
];

function createSettings(more: Partial<SourceInfo>, part?: Cut): JobSettings {
  const info = { width: 1920, height: 1080, duration: 5400, hasAudio: true, framesPerSecond: 25, ...more };
  const encoding = {
    kind: 'vods' as const,
    id: 'I',
    generation: 'G',
    key: '',
    source: 's3://uploads/vods/V/source.mp4',
  };
  return jobSettings({ ...encoding, mediaBucket: 'media', mediaOrigin: 'https://m', info, cut: part });
}

const listOutputs = ({ OutputGroups = [] }: JobSettings) => OutputGroups.flatMap(({ Outputs = [] }) => Outputs);
const readPreprocessors = (settings: JobSettings) =>
  listOutputs(settings).map(({ VideoDescription }) => VideoDescription?.VideoPreprocessors ?? {});

describe.each(kinds)('%s', (_, part) => {
  test('[V-PLAY-9] converts wide colours in every output', () => {
    const conversion = { ColorSpaceConversion: 'FORCE_709', HdrToSdrToneMapper: 'PRESERVE_DETAILS' };
    for (const each of readPreprocessors(createSettings({ hasWideColour: true }, part)))
      expect(each.ColorCorrector).toEqual(conversion);
  });

  test('[V-PLAY-9] asks for no conversion that its source does not need', () => {
    for (const { ImageInserter, ...others } of readPreprocessors(createSettings({}, part))) expect(others).toEqual({});
  });
});
