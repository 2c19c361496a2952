/** Rules of recordings, clips, uploads, ads, editorial videos and pictures. */
import { describe, expect, test } from 'vitest';
import { comparePlayingOrder, fitsClubs } from '../../../functions/recordings/ads/rules.ts';
import {
  allowsViewerClips,
  isFreePreviewOpen,
  isOpenToCutter,
  mayViewerCut,
  type StoredClip,
  type Surroundings,
  toClipState,
} from '../../../functions/recordings/clips/rules.ts';
import * as content from '../../../functions/recordings/content/rules.ts';
import {
  awaitsEncoding,
  canEncode,
  canPlaySource,
  createMediaFields,
  describeFailure,
  failures,
  findAcceptedVideo,
  isImproving,
  type MediaFields,
  needsEncoding,
  toImproving,
  withoutEncoding,
  withSourcePlayed,
} from '../../../functions/recordings/media/rules.ts';
import {
  parsePictureInboxKey,
  pictureInboxKey,
  pictureKey,
  requirePng,
} from '../../../functions/recordings/pictures/rules.ts';
import {
  computePartSize,
  countParts,
  isComplete,
  parseSourceKey,
  sourceKey,
} from '../../../functions/recordings/uploads/rules.ts';
import {
  awaitsPublication,
  clubStaffMayEdit,
  isPublished,
  isWatchable,
  makesMatchWatchable,
  mayReadVod,
  type StoredVod,
  withDecision,
} from '../../../functions/recordings/vods/rules.ts';
import { uploadPartBytes } from '../../../shared/domain/limits.ts';
import { buildUser } from '../../support/records.ts';

const source = { bucket: 'uploads', key: 'vods/x/source.mp4' } as const;
const media = (fields: Partial<MediaFields> = {}): MediaFields => ({
  ...createMediaFields(source, 1),
  visible: true,
  ...fields,
});
const vod = (fields: Partial<StoredVod> = {}) =>
  ({
    ...media({ status: 'FINISHED' }),
    id: 'v',
    sport: 'SOCCER',
    sportEventId: null,
    clubIds: ['a'],
    ...fields,
  }) as StoredVod;
const pending = { generation: 'g2', startedAt: '2026-11-29T10:00:00.000Z', jobId: null };
const lacks = [{ reason: 'TEAM' as const, purposes: ['clips' as const], clubId: 'a' }];
const held = (wasVisible: boolean, ...others: string[]) => ({ matters: ['FAMILIES', ...others], wasVisible });
const onlyFamilies = { audience: 'FAMILIES' as const, visible: false, withheld: held(true) };

describe('a video', () => {
  const encoded = { status: 'FINISHED', generation: 'g' } as const;
  test.each<[string, Partial<MediaFields>, boolean, boolean, boolean, boolean]>([
    ['that has arrived', {}, true, true, false, true],
    ['that is being encoded', { status: 'STARTED', pending }, false, true, false, false],
    ['that is packed in part', { ...encoded, playsSource: 'PARTLY' }, true, true, true, true],
    ['that is packed as a whole', { ...encoded, playsSource: 'WHOLE' }, true, false, true, true],
    ['whose encoding failed', { playsSource: 'WHOLE', generation: 'g', failure: 'No' }, true, false, false, false],
    ['that is encoded', encoded, true, false, false, false],
    ['that failed', { status: 'FAILED' }, true, false, false, true],
    ['of a live', { source: { bucket: 'recordings', key: 'ivs/x' } }, true, false, false, true],
    ['without a file', { source: null }, false, false, false, false],
  ])(
    '%s: may be encoded, packed, waits for its encoding, or begins one by itself',
    (_, fields, encodes, packs, awaits, needs) => {
      const item = media(fields);
      const answers = [canEncode(item), canPlaySource(item), awaitsEncoding(item), needsEncoding(item)];
      expect(answers).toEqual([encodes, packs, awaits, needs]);
    },
  );

  test.each<[string, Partial<MediaFields>, boolean]>([
    ['a packed one', { status: 'FINISHED', playsSource: 'WHOLE' }, true],
    ['one that is encoded again', { status: 'FINISHED', pending }, true],
    ['one that never played', { status: 'STARTED', pending }, false],
    ['a finished one', { status: 'FINISHED' }, false],
  ])('%s is improving', (_, fields, expected) => {
    expect(isImproving(media(fields))).toBe(expected);
    expect(toImproving(media(fields))).toEqual(expected ? { isImproving: true } : {});
  });

  test('plays its frames unless something else plays', () => {
    const played = { generation: 'g1', duration: 60, playsSource: 'WHOLE' as const };
    expect(withSourcePlayed(media(), played)).toMatchObject({ status: 'FINISHED', ...played });
    expect(withSourcePlayed(media({ generation: 'g1', playsSource: 'PARTLY' }), played)).toMatchObject(played);
    expect(withSourcePlayed(media({ generation: 'g0', playsSource: 'PARTLY' }), played)).toBeUndefined();
    expect(withSourcePlayed(media({ generation: 'g1' }), played)).toBeUndefined();
  });

  test('keeps what plays when its encoding is called off', () => {
    const begun = media({ pending, status: 'STARTED', progress: 5 });
    expect(withoutEncoding(begun)).toMatchObject({ status: 'SENT', pending: null, progress: null });
    expect(withoutEncoding(media({ pending, generation: 'g1', status: 'STARTED' })).status).toBe('FINISHED');
    const idle = media({ status: 'FAILED' });
    expect(withoutEncoding(idle)).toBe(idle);
  });

  test.each([
    [999, failures.service],
    [1000, failures.unreadable],
    [1399, failures.unreadable],
    [1400, failures.service],
    [undefined, failures.service],
  ])('says of the error %s what its owner can do', (code, text) => expect(describeFailure(code)).toBe(text));

  test.each([
    ['vods', 'video'],
    ['clips', 'video'],
    ['advideos', 'mp4'],
    ['contentvideos', 'mp4'],
  ] as const)('of kind %s must be a %s', (kind, wanted) => expect(findAcceptedVideo(kind)).toBe(wanted));
});

describe('a recording', () => {
  test.each<[string, Partial<StoredVod>, boolean, boolean]>([
    ['published', {}, true, true],
    ['hidden', { visible: false }, false, false],
    ['for families', onlyFamilies, false, true],
    ['for families, and hidden by staff', { ...onlyFamilies, withheld: held(false) }, false, false],
    ['for families, and withheld', { ...onlyFamilies, withheld: held(true, '01M') }, false, false],
    ['still encoding', { status: 'STARTED' }, false, false],
  ])('that is %s: published, and watchable by anybody', (_, fields, published, watchable) => {
    expect([isPublished(vod(fields)), isWatchable(vod(fields))]).toEqual([published, watchable]);
  });

  test.each<[string, Partial<StoredVod>, Partial<StoredVod>, boolean]>([
    ['is shown', { visible: false, sportEventId: 'e' }, { sportEventId: 'e' }, true],
    ['moves to the match', { sportEventId: 'd' }, { sportEventId: 'e' }, true],
    ['is renamed', { sportEventId: 'e' }, { sportEventId: 'e' }, false],
    ['leaves the match', { sportEventId: 'e' }, { sportEventId: null }, false],
    ['is hidden', { sportEventId: 'e' }, { visible: false, sportEventId: 'e' }, false],
  ])('that %s makes its match watchable', (_, before, after, expected) =>
    expect(makesMatchWatchable(vod(before), vod(after))).toBe(expected),
  );

  test('is read by everybody once published, before by its staff, and by nobody of another club', () => {
    const hidden = vod({ visible: false });
    const asStaff = (clubId: string) => ({ user: buildUser('CLUB_STAFF', { clubId }), sessionHash: '' });
    expect(mayReadVod(undefined, vod(), undefined)).toBe(true);
    expect(mayReadVod(undefined, hidden, undefined)).toBe(false);
    expect(mayReadVod(asStaff('a'), hidden, undefined)).toBe(true);
    expect(mayReadVod(asStaff('b'), hidden, undefined)).toBe(false);
    expect(mayReadVod({ user: buildUser('ADMIN'), sessionHash: '' }, hidden, undefined)).toBe(true);
  });

  test.each<[Parameters<typeof clubStaffMayEdit>[1], boolean]>([
    [{ title: 'Otro', summary: 'x', sportEventId: 'e' }, true],
    [{ visible: true, sport: 'SOCCER', renderOrder: 3 }, true],
    [{ visible: false }, false],
    [{ sport: 'BASKET' }, false],
    [{ renderOrder: null }, false],
  ])('takes from club staff the edit %j: %s', (edit, expected) =>
    expect(clubStaffMayEdit(vod({ renderOrder: 3 }), edit)).toBe(expected),
  );

  test('waits for publication until an admin shows or hides it', () => {
    const waiting = vod({ awaiting: 'new', visible: false });
    expect(awaitsPublication(waiting)).toBe(true);
    for (const fields of [{ awaiting: null }, { visible: true }, { status: 'STARTED' as const }])
      expect(awaitsPublication({ ...waiting, ...fields })).toBe(false);
    expect(withDecision(waiting, { title: 'Otro' })).toMatchObject({ awaiting: 'new', visible: false, title: 'Otro' });
    expect(withDecision(waiting, { visible: true })).toMatchObject({ awaiting: null, visible: true });
    expect(withDecision(waiting, { visible: false })).toMatchObject({ awaiting: null, visible: false });
  });
});

describe('a clip', () => {
  const clip = { status: 'FINISHED', clubId: 'a', isFree: true } as StoredClip;
  const club = { visible: true, viewerClips: true };
  const around: Surroundings = { vod: vod(), club, events: [] };

  test.each<[string, Partial<StoredClip>, Partial<Surroundings>, boolean]>([
    ['of a published recording', {}, {}, true],
    ['that is still encoding', { status: 'STARTED' }, {}, false],
    ['that is withheld', { withheld: { matters: ['01M'], wasVisible: true } }, {}, false],
    ['of a hidden recording', {}, { vod: vod({ visible: false }) }, false],
    ['of a recording that was deleted', {}, { vod: undefined }, false],
    ['of a club that left the recording', { clubId: 'b' }, {}, false],
    ['of a hidden club', {}, { club: { ...club, visible: false } }, false],
    ['of a recording without the right to clips', {}, { vod: vod({ lacks }) }, false],
    ['of a hidden match', {}, { events: [{ visible: false, clubIds: ['a'] }] }, false],
    ['of a deleted match', {}, { events: [undefined] }, false],
  ])('%s is open to who cut it, and as a free preview', (_, fields, changed, expected) => {
    const one = { ...clip, ...fields };
    const surroundings = { ...around, ...changed };
    expect([isOpenToCutter(one, surroundings), isFreePreviewOpen(one, surroundings)]).toEqual([expected, expected]);
  });

  test('is no free preview unless it was made as one, and closed to its cutter once the club forbids clips', () => {
    expect(isFreePreviewOpen({ status: 'FINISHED', clubId: 'a' }, around)).toBe(false);
    expect(isOpenToCutter(clip, { ...around, club: { visible: true } })).toBe(false);
  });

  test.each([
    [undefined, false],
    [{ visible: true }, false],
    [{ visible: false, viewerClips: true }, false],
    [{ visible: true, viewerClips: true }, true],
  ])('of a viewer is allowed by the club %j: %s', (one, expected) => expect(allowsViewerClips(one)).toBe(expected));

  test.each<[string, Partial<StoredVod>, { visible: boolean } | undefined, boolean]>([
    ['a recording without a match', {}, undefined, true],
    ['a hidden recording', { visible: false }, undefined, false],
    ['a recording without the right', { lacks }, undefined, false],
    ['a shown match', { sportEventId: 'e' }, { visible: true }, true],
    ['a hidden match', { sportEventId: 'e' }, { visible: false }, false],
    ['a deleted match', { sportEventId: 'e' }, undefined, false],
  ])('may be cut by a viewer from %s', (_, fields, event, expected) =>
    expect(mayViewerCut(vod(fields), event)).toBe(expected),
  );

  test('is listed with what decides about it', () => {
    const one = { ...clip, visible: true, title: 'Gol' };
    expect(toClipState(one)).toEqual({ visible: true, status: 'FINISHED', clubId: 'a', isOfLive: false });
    expect(toClipState({ ...one, live: {} as never }).isOfLive).toBe(true);
  });
});

describe('an upload', () => {
  const [last, size] = [5, 2 * uploadPartBytes + 5];
  const received = [1, 2, 3].map((part) => ({ part, size: part === 3 ? last : uploadPartBytes }));

  test('has equal parts with a smaller last one, and at least one', () => {
    expect([0, 1, uploadPartBytes, uploadPartBytes + 1, size].map(countParts)).toEqual([1, 1, 1, 2, 3]);
    expect([1, 3].map((part) => computePartSize(size, part))).toEqual([uploadPartBytes, last]);
  });

  test('is complete with all its parts in order and whole', () => {
    expect(isComplete(received, size)).toBe(true);
    expect(isComplete(received.slice(0, 2), size)).toBe(false);
    expect(isComplete(received.toReversed(), size)).toBe(false);
    expect(isComplete(received.with(2, { part: 3, size: last - 1 }), size)).toBe(false);
  });

  test('has a key without the name that its sender gave it', () => {
    const id = '01KB0000000000000000000000';
    expect(sourceKey('vods', id, 'Mi partido.MP4')).toBe(`vods/${id}/source.mp4`);
    expect(sourceKey('vods', id, '../../x.sh')).toBe(`vods/${id}/source.bin`);
    expect(parseSourceKey(`vods/${id}/source.mp4`)).toEqual({ kind: 'vods', id });
    for (const key of [`vods/${id}/poster.jpg`, `vods/${id}/x/source.mp4`, 'vods/../source.mp4', ''])
      expect(parseSourceKey(key)).toBeUndefined();
  });
});

describe('an ad', () => {
  const ad = { visible: true, status: 'FINISHED' as const, clubIds: ['a'] };
  test.each([
    [ad, ['a', 'b'], true],
    [ad, ['b'], false],
    [{ ...ad, clubIds: [] }, ['b'], true],
    [{ ...ad, clubIds: [] }, [], true],
    [{ ...ad, visible: false }, ['a'], false],
    [{ ...ad, status: 'STARTED' as const }, ['a'], false],
  ])('%j plays before a video of %j: %s', (one, clubIds, expected) => expect(fitsClubs(one, clubIds)).toBe(expected));

  test('plays by priority, without one last, and the newest first', () => {
    const make = (created: string, emissionPriority: number | null) => ({ emissionPriority, created });
    const ads = [make('3', null), make('1', 1), make('2', 1), make('0', 9)];
    expect(ads.toSorted(comparePlayingOrder).map(({ created }) => created)).toEqual(['0', '2', '1', '3']);
  });
});

test.each([
  ['SENT', false, false],
  ['STARTED', true, false],
  ['FINISHED', true, true],
  ['FAILED', false, false],
] as const)('an editorial video that is %s: listed %s, played %s', (status, listed, played) => {
  const read = (visible: boolean) => [
    content.isPublished({ visible, status }),
    content.isPlayable({ visible, status }),
  ];
  expect([read(true), read(false)].flat()).toEqual([listed, played, false, false]);
});

test('a picture is a PNG, and its keys lead back to its item alone', () => {
  const id = '01KB0000000000000000000000';
  expect(() => requirePng(Buffer.from('GIF89a'))).toThrow();
  expect(parsePictureInboxKey(pictureInboxKey('clubs', id))).toEqual({ kind: 'clubs', id });
  for (const key of [`pictures/users/${id}.png`, `pictures/clubs/../${id}.png`, `pictures/clubs/${id}.jpg`])
    expect(parsePictureInboxKey(key)).toBeUndefined();
  expect(pictureKey('vods', id, 'x')).toBe(`thumbnails/vods/${id}/x.webp`);
});
