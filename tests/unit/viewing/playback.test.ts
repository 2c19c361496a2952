/** Access to playback, and a viewer's playlist. */
import { describe, expect, test } from 'vitest';
import type { Caller, StoredUser } from '../../../functions/platform/auth/rules.ts';
import { familyTeamKey } from '../../../functions/platform/shown/families.ts';
import { listWithdrawnPictures } from '../../../functions/recordings/media/withdrawn-segments.ts';
import {
  findEndOfKeys,
  renderThumbnailTrack,
  rewriteMaster,
  rewriteRendition,
} from '../../../functions/viewing/playback/playlist.ts';
import { computeNextCheck, decideAccess, isLimitedToOneStream } from '../../../functions/viewing/playback/rules.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { buildEvent } from '../../support/records.ts';

const paid = { id: 'event', isPublic: false };
const open = { id: 'event', isPublic: true };

function caller(role: StoredUser['role'], fields: Partial<StoredUser> = {}): Caller {
  return { sessionHash: 'hash', user: { role, clubId: null, purchases: [], ...fields } as unknown as StoredUser };
}

const purchases = [{ id: 'event', title: 'Partido', sport: 'SOCCER' as const, until: '2999-01-01' }];

describe('decideAccess', () => {
  test('[V-ACC-1] lets anyone watch a public event', () => {
    expect(decideAccess(undefined, { event: open, clubIds: [] })).toEqual({ granted: true, reason: 'PUBLIC' });
    expect(decideAccess(caller('REGULAR_BASIC'), { event: open, clubIds: [] }).granted).toBe(true);
  });

  test('[V-ACC-2] lets admins and subscribers watch everything', () => {
    for (const event of [paid, undefined]) {
      expect(decideAccess(caller('ADMIN'), { event, clubIds: [] })).toEqual({ granted: true, reason: 'ADMIN' });
      expect(decideAccess(caller('REGULAR_SUBSCRIBER'), { event, clubIds: [] }).reason).toBe('SUBSCRIPTION');
    }
  });

  test('[V-ACC-3] lets a basic user watch purchased events only', () => {
    expect(decideAccess(caller('REGULAR_BASIC', { purchases }), { event: paid, clubIds: [] }).reason).toBe('PURCHASE');
    const other = { id: 'other', isPublic: false };
    expect(decideAccess(caller('REGULAR_BASIC', { purchases }), { event: other, clubIds: [] })).toEqual({
      granted: false,
      reason: 'PAYMENT_REQUIRED',
    });
  });

  test('[V-ACC-4] asks a visitor to log in', () => {
    expect(decideAccess(undefined, { event: paid, clubIds: [] })).toEqual({ granted: false, reason: 'LOGIN_REQUIRED' });
  });

  test('[V-ACC-5] limits a video without an event to admins and subscribers', () => {
    expect(decideAccess(caller('REGULAR_BASIC', { purchases }), { event: undefined, clubIds: [] }).granted).toBe(false);
  });

  test('[V-ACC-6] lets club staff watch matches of their club', () => {
    const staff = caller('CLUB_STAFF', { clubId: 'mine' });
    expect(decideAccess(staff, { event: paid, clubIds: ['mine', 'theirs'] }).reason).toBe('CLUB_STAFF');
    expect(decideAccess(staff, { event: paid, clubIds: ['theirs'] }).granted).toBe(false);
    expect(decideAccess(staff, { event: open, clubIds: ['theirs'] }).granted).toBe(true);
    expect(decideAccess(caller('CLUB_STAFF'), { event: paid, clubIds: [] }).granted).toBe(false);
  });

  test('opens a match for families to its families and the staff of its clubs, and to nobody who paid', () => {
    const built = buildEvent({ clubIds: ['mine'], category: 'alevin', audience: 'FAMILIES', isPublic: true });
    const event = { ...built, version: 1 };
    const season = findSeason(event.scheduledStartDate);
    const team = familyTeamKey({ clubId: 'mine', sport: 'SOCCER', category: 'alevin', season });
    const decide = (who?: Caller) => decideAccess(who, { event, clubIds: ['mine', 'theirs'] });
    expect(decide(caller('REGULAR_BASIC', { families: [team] }))).toEqual({ granted: true, reason: 'FAMILY' });
    expect(decide(caller('CLUB_STAFF', { clubId: 'mine' }))).toEqual({ granted: true, reason: 'CLUB_STAFF' });
    expect(decide(caller('ADMIN')).granted).toBe(true);
    expect(decide(undefined)).toEqual({ granted: false, reason: 'LOGIN_REQUIRED' });
    const paying = { purchases: [{ ...purchases[0]!, id: event.id }] };
    const refused = { granted: false, reason: 'PAYMENT_REQUIRED' };
    expect(decide(caller('CLUB_STAFF', { clubId: 'theirs' }))).toEqual(refused);
    expect(decide(caller('REGULAR_SUBSCRIBER'))).toEqual(refused);
    expect(decide(caller('REGULAR_BASIC', paying))).toEqual(refused);
  });

  test('[V-PLAY-7] limits only viewers with an account to one stream', () => {
    expect(isLimitedToOneStream(caller('REGULAR_BASIC'))).toBe(true);
    expect(isLimitedToOneStream(caller('REGULAR_SUBSCRIBER'))).toBe(true);
    expect(isLimitedToOneStream(caller('ADMIN'))).toBe(false);
    expect(isLimitedToOneStream(caller('CLUB_STAFF'))).toBe(false);
    expect(isLimitedToOneStream(undefined)).toBe(false);
  });
});

const at = (days: number) => new Date(Date.UTC(2026, 10, 1 + days)).toISOString();
const match = (id: string) => ({ event: { id, isPublic: false }, clubIds: [] });
test('checks access again when the session, the subscription or the purchase ends', () => {
  const subscriber = caller('REGULAR_SUBSCRIBER', { subscription: { provider: 'partner', from: at(0), to: at(2) } });
  expect(computeNextCheck(subscriber, match('e1'))).toBe(Date.parse(at(2)));
  expect(computeNextCheck({ ...subscriber, sessionEndsAt: Date.parse(at(1)) }, match('e1'))).toBe(Date.parse(at(1)));
  const buyer = caller('REGULAR_BASIC', { purchases: [{ id: 'e1', title: 'x', sport: 'SOCCER', until: at(3) }] });
  expect(computeNextCheck(buyer, match('e1'))).toBe(Date.parse(at(3)));
  expect(computeNextCheck(buyer, match('e2'))).toBe(Number.POSITIVE_INFINITY);
});

describe('playlists', () => {
  test('[V-PLAY-2] adds the token to every rendition', () => {
    const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex_720p.m3u8\n';
    expect(rewriteMaster(master, 'T')).toBe('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex_720p.m3u8?token=T\n');
    expect(rewriteMaster(master, undefined)).toBe(master);
  });

  test('[V-PLAY-9] adds the signature to segments and the token to the key', () => {
    const playlist = [
      '#EXTM3U',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://media.before.example/vods/V/hls/G.key",IV=0x00,KEYFORMAT="identity"',
      '#EXTINF:6.0,',
      'index_720p_00001.ts',
      '#EXT-X-ENDLIST',
      '',
    ].join('\n');
    const rewritten = rewriteRendition(playlist, { generation: 'G', base: '../G', signature: 'S=1', token: 'T' });
    expect(rewritten.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-KEY:METHOD=AES-128,URI="G.key?token=T",IV=0x00,KEYFORMAT="identity"',
      '#EXTINF:6.0,',
      '../G/index_720p_00001.ts?S=1',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  test('[11.27] shares everything after the last key between viewers', () => {
    const keyed = '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="G.key"\n';
    expect(findEndOfKeys(`${keyed}#EXTINF:6.0,\n1.ts\n`)).toBe(keyed.length);
    expect(findEndOfKeys('#EXTM3U\n#EXTINF:6.0,\n1.ts\n')).toBe(0);
    expect(findEndOfKeys(keyed.trimEnd())).toBe(keyed.trimEnd().length);
  });

  test('[F-TAKE-2] lists no seek-bar picture that the edge refuses', () => {
    const withdrawn = [{ from: 12, to: 14 }];
    const { from, to } = listWithdrawnPictures(withdrawn, 2)[0]!;
    expect([from, to]).toEqual([5, 8]);
    const pictures = { interval: 2, count: 10, duration: 20, withdrawn };
    const track = renderThumbnailTrack(pictures, { base: 'G', signature: 'S' });
    const listed = [...track.matchAll(/sprite\.(\d+)/g)].map(([, number]) => Number(number));
    expect(listed).toEqual([0, 1, 2, 3, 4, 9]);
  });

  test('[V-PLAY-2] covers the whole video with seek-bar pictures', () => {
    const pictures = { interval: 5, count: 3, duration: 12, withdrawn: [] };
    const track = renderThumbnailTrack(pictures, { base: '../G', signature: 'S=1' });
    expect(track.split('\n\n')).toEqual([
      'WEBVTT',
      '00:00:00.000 --> 00:00:05.000\n../G/sprite.0000000.jpg?S=1',
      '00:00:05.000 --> 00:00:10.000\n../G/sprite.0000001.jpg?S=1',
      '00:00:10.000 --> 00:00:12.000\n../G/sprite.0000002.jpg?S=1\n',
    ]);
  });
});
