/** Ended broadcasts that play without encoding: selection, encoding once watched, and poster. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  encodesWhenWatched,
  findPlayedRecording,
  isPlayedAsRecorded,
  readBroadcastEncoding,
} from '../../../functions/recordings/media/broadcast-encoding.ts';
import { isPosterWithdrawn } from '../../../functions/recordings/media/media-picture.ts';
import { createMediaFields, withRecordingPlayed } from '../../../functions/recordings/media/rules.ts';

afterEach(() => vi.unstubAllEnvs());

const recording = {
  channelArn: 'arn',
  startedAt: '',
  endedAt: '',
  playlist: 'ivs/v1/1/a/media/hls/master.m3u8',
  brokeOff: false,
  duration: 3600,
  width: 1280,
  height: 720,
};
const source = { bucket: 'recordings', key: recording.playlist } as const;
const played = withRecordingPlayed({ ...createMediaFields(source, 1), visible: true }, 'G', 3600);

test.each([
  [undefined, 'ALWAYS'],
  ['SOMETIMES', 'ALWAYS'],
  ['WATCHED', 'WATCHED'],
  ['NEVER', 'NEVER'],
])('the setting %s is read as %s', (setting, expected) => {
  vi.stubEnv('BROADCAST_ENCODING', setting);
  expect(readBroadcastEncoding()).toBe(expected);
});

describe('[B-API-97] an ended recording', () => {
  test.each([
    ['ALWAYS', {}, false],
    ['WATCHED', {}, true],
    ['NEVER', {}, true],
    ['NEVER', { brokeOff: true }, false],
    ['NEVER', { duration: 0.3 }, false],
    ['NEVER', { width: 0, height: 0 }, false],
  ])('plays without encoding on a stage with %s and %j: %s', (setting, fields, expected) => {
    vi.stubEnv('BROADCAST_ENCODING', setting);
    expect(isPlayedAsRecorded({ ...recording, ...fields })).toBe(expected);
  });

  test('is played as a whole only: an excerpt and an upload have no renditions of a recording', () => {
    expect(findPlayedRecording({ source })).toBe('ivs/v1/1/a');
    const excerpt = { ...source, key: 'ivs/v1/1/a/media/hls/clip-01ARZ.m3u8' };
    expect(findPlayedRecording({ source: excerpt })).toBeUndefined();
    expect(findPlayedRecording({ source: { bucket: 'uploads', key: 'vods/a/source.mp4' } })).toBeUndefined();
    expect(findPlayedRecording({ source: null })).toBeUndefined();
  });
});

const pending = { generation: 'G2', startedAt: '', jobId: null };
test.each([
  ['WATCHED', played, true],
  ['NEVER', played, false],
  ['ALWAYS', played, false],
  ['WATCHED', { ...played, pending }, false],
  ['WATCHED', { ...played, failure: 'No se pudo' }, false],
  ['WATCHED', { ...createMediaFields(source, 1), visible: true }, false],
])('[B-API-97] a viewer starts the encoding on a stage with %s, case %#: %s', (setting, item, expected) => {
  vi.stubEnv('BROADCAST_ENCODING', setting);
  expect(encodesWhenWatched(item)).toBe(expected);
});

test.each([
  [{ from: 3500, to: 3560 }, false],
  [{ from: 3500, to: 3571 }, true],
  [{ from: 3590, to: 3600 }, true],
])(
  '[F-TAKE-2] the poster, a frame of the last half minute, is withdrawn with the seconds %j: %s',
  (range, expected) => {
    const withdrawn = [{ id: 'R', at: '', by: '', owner: 'platform', ...range }];
    expect(isPosterWithdrawn({ ...played, withdrawn })).toBe(expected);
  },
);
