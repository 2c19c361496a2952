/** The playlist of a running broadcast's recording, at any state that the service may write. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeRecorded, rewriteGrowing, rewriteRecordedMaster } from '../../../functions/viewing/playback/playlist.ts';
import { wasPresentAtEnd } from '../../../functions/viewing/playback/recorded-live.ts';
import { ticketMs } from '../../../functions/viewing/playback/tokens.ts';

interface Segment {
  seconds: number;
  afterDrop: boolean;
}

/** The playlist as Amazon IVS writes it during a live. */
function writePlaylist(segments: readonly Segment[], type = 'EVENT'): string {
  const date = Date.parse('2026-11-21T17:00:00Z');
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:12',
    '#ID3-EQUIV-TDTG:2026-11-21T17:02:58',
    `#EXT-X-PLAYLIST-TYPE:${type}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-TWITCH-ELAPSED-SECS:0.000',
    `#EXT-X-TWITCH-TOTAL-SECS:${segments.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)}`,
    ...segments.flatMap(({ seconds, afterDrop }, index) => [
      ...(afterDrop && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(date + 10_000 * index).toISOString()}`,
      `#EXTINF:${seconds.toFixed(3)},`,
      `${index}.ts`,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

const segments = fc.array(
  fc.record({ seconds: fc.double({ min: 0.1, max: 12, noNaN: true }), afterDrop: fc.boolean() }),
  { maxLength: 60 },
);
const how = { folder: '/ivs/v1/0/c/p/media/hls/720p30', signature: 'Policy=P&Signature=S', isOver: false };

describe('the playlist of a growing recording', () => {
  test('[D-DVR-1] only grows, and ends with the broadcast', () => {
    fc.assert(
      fc.property(segments, segments, (first, more) => {
        const [before, after] = [writePlaylist(first), writePlaylist([...first, ...more])].map((text) =>
          rewriteGrowing(text, how),
        );
        expect(before).not.toContain('ENDLIST');
        expect(after?.startsWith(before ?? '?')).toBe(true);
        const whole = rewriteGrowing(writePlaylist(first), { ...how, isOver: true });
        expect(whole).toBe(`${before}#EXT-X-ENDLIST\n`);
      }),
    );
  });

  test('[D-DVR-2] links every segment to its folder with the signature', () => {
    fc.assert(
      fc.property(segments, (some) => {
        const lines = rewriteGrowing(writePlaylist(some), how).split('\n');
        const addresses = lines.filter((line) => line && !line.startsWith('#'));
        expect(addresses).toEqual(some.map((_, index) => `${how.folder}/${index}.ts?${how.signature}`));
        const dated = lines.filter((line) => line.startsWith('#EXT-X-PROGRAM-DATE-TIME'));
        expect(dated).toHaveLength(some.length);
      }),
    );
  });

  test('[D-DVR-1] becomes an EVENT playlist', () => {
    const text = rewriteGrowing(writePlaylist([{ seconds: 10, afterDrop: false }], 'VOD'), how);
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n');
    expect(text).not.toContain('TWITCH');
  });

  test('[D-DVR-2] links renditions with the token', () => {
    const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,VIDEO="720p30"\n720p30/playlist.m3u8\n';
    expect(rewriteRecordedMaster(master, 'T')).toContain('\n720p30.m3u8?token=T\n');
    expect(rewriteRecordedMaster(master, undefined)).toContain('\n720p30.m3u8\n');
  });
});

test('[D-DVR-1] continues after the end for present viewers only', () => {
  const ended = Date.parse('2026-11-21T19:00:00Z');
  const at = (broadcast: object | null, endedAt: string | null) =>
    ({ source: { broadcast }, broadcast: { id: 'b', endedAt } }) as unknown as Parameters<typeof wasPresentAtEnd>[0];
  const over = at(null, new Date(ended).toISOString());
  expect(wasPresentAtEnd(over, ended - 1 + ticketMs, ended + 9)).toBe(true);
  expect(wasPresentAtEnd(over, ended + 1 + ticketMs, ended + 9)).toBe(false);
  expect(wasPresentAtEnd(at({ id: 'b', stoppedAt: null }, null), ended + 1 + ticketMs, ended + 9)).toBe(true);
  // The picture may return within the reconnect window.
  const stoppedAt = new Date(ended).toISOString();
  expect(wasPresentAtEnd(at({ id: 'b', stoppedAt }, stoppedAt), ended + 1 + ticketMs, ended + 9)).toBe(true);
});

describe('[B-API-97] the playlist of an ended recording', () => {
  test('is a finished video with the same segments and drops, without dates and tags of the service', () => {
    fc.assert(
      fc.property(segments, fc.constantFrom('VOD', 'EVENT'), (some, type) => {
        fc.pre(some.length > 0);
        const text = closeRecorded(writePlaylist(some, type));
        const lines = text.split('\n');
        const listTags = (tag: string) =>
          writePlaylist(some)
            .split('\n')
            .filter((line) => line.startsWith(tag));
        for (const tag of ['#EXTINF', '#EXT-X-DISCONTINUITY', '#EXT-X-TARGETDURATION'])
          expect(lines.filter((line) => line.startsWith(tag))).toEqual(listTags(tag));
        expect(lines.filter((line) => line.endsWith('.ts'))).toHaveLength(some.length);
        expect(lines.slice(0, 2)).toEqual(['#EXTM3U', '#EXT-X-PLAYLIST-TYPE:VOD']);
        expect(lines.slice(-2)).toEqual(['#EXT-X-ENDLIST', '']);
        expect(text).not.toMatch(/TWITCH|ID3|DATE-TIME|EVENT/);
        expect(closeRecorded(text)).toBe(text);
      }),
    );
  });

  test('gets an end tag if the service wrote none; a master playlist is unchanged', () => {
    const open = writePlaylist([{ seconds: 10, afterDrop: false }]).replace('#EXT-X-ENDLIST\n', '');
    expect(closeRecorded(open)).toBe(closeRecorded(writePlaylist([{ seconds: 10, afterDrop: false }])));
    const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p30/playlist.m3u8\n';
    expect(closeRecorded(master)).toBe(master);
  });
});
