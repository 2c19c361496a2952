/** Pictures for previews of links: what they show, what they are named by, and letters that are drawn. */
import { describe, expect, test } from 'vitest';
import { drawing } from '../../../functions/reach/previews/draw.ts';
import { line, widthOf, wrapped } from '../../../functions/reach/previews/lettering.ts';
import {
  clubPreview,
  codesOf,
  coloursOf,
  matchPreview,
  pathOfPreview,
  previewHash,
  previewKey,
  videoPreview,
} from '../../../functions/reach/previews/rules.ts';
import { EventOfItem } from '../../../shared/league/events.ts';
import { hostileMarkup } from '../../support/hostile-markup.ts';

const id = '01JZ0000000000000000000000';
const clubs = ['Sauce', 'Norte', 'Vega'].map((name, index) => ({
  id: `01JZ000000000000000000000${index}`,
  name,
  thumbnail: null,
}));
const match = (fields: object = {}) =>
  EventOfItem.parse({
    id,
    title: 'Final de copa',
    sport: 'SOCCER',
    scheduledStartDate: '2026-03-07T17:00:00.000Z',
    scheduledFinishDate: '2026-03-07T19:00:00.000Z',
    isPublic: false,
    clubs: clubs.slice(0, 2),
    homeClubId: clubs[1]?.id,
    awayClubId: clubs[0]?.id,
    ...fields,
  });

describe('[E-SHARE-2] a match', () => {
  test('shows both sides in their order, and when it is by Madrid’s clock', () => {
    expect(matchPreview(match(), false)).toMatchObject({
      sides: [{ name: 'Norte' }, { name: 'Sauce' }],
      foot: 'Sábado, 7 de marzo, 18:00',
    });
    expect(matchPreview(match({ state: 'CANCELLED' }), false).foot).toBe('Cancelado');
    expect(matchPreview(match({ clubs }), false).sides).toHaveLength(2);
    expect(matchPreview(match({ clubs, homeClubId: null }), false).sides).toEqual([]);
  });

  test('has another name as soon as it looks different, and never for its score', () => {
    const name = (fields: object = {}, isLive = false) => previewHash(matchPreview(match(fields), isLive));
    expect(name()).toBe(name());
    const others = [
      name({}, true),
      name({ state: 'POSTPONED' }),
      name({ scheduledStartDate: '2026-03-07T18:00:00.000Z' }),
      name({ clubs: [clubs[1], { ...clubs[0], name: 'Otro' }] }),
    ];
    expect(new Set([name(), ...others]).size).toBe(5);
    const score = { home: 3, away: 1, phase: 'ENDED', period: 2 };
    expect(name({ state: 'FINISHED', score })).toBe(name());
    expect(previewHash(videoPreview({ title: 'x', thumbnail: null }, match({ score })))).toBe(
      previewHash(videoPreview({ title: 'x', thumbnail: null }, match())),
    );
  });

  test('has a key that leads back to its page', () => {
    for (const path of ['/home', `/evento/${id}`, `/content/3/videos/${id}`, '/live/campo-1']) {
      const [, page = ''] = previewKey(path, matchPreview(match(), false)).split('/');
      expect(pathOfPreview(page)).toBe(path);
    }
  });
});

describe('[E-SHARE-2] a club without a crest', () => {
  test('has the letters of the scoreboard', () => {
    const side = (name: string) => ({ name, crest: null });
    expect(codesOf([side('CD Sauce')])[0]).toBe('SAU');
    expect(codesOf([side('CD Sauce'), side('Ñandú CF')])).toEqual(['SAU', 'NAN']);
    expect(codesOf([side('🏀')])[0]).toBe('');
  });

  test('never has its rival’s colour', () => {
    for (const name of 'abcdefghijklmnop') {
      const [own, rival] = coloursOf([
        { name: 'Sauce', crest: null },
        { name, crest: null },
      ]);
      expect(own).not.toBe(rival);
    }
  });
});

describe('[E-SHARE-2] the letters', () => {
  test('are as wide as they are drawn, whatever is typed', () => {
    expect(widthOf('AA', 100)).toBeCloseTo(2 * widthOf('A', 100));
    expect(widthOf('Ş🏀', 50)).toBe(widthOf('S', 50));
    expect(line('ñ', { x: 0, y: 0, size: 10, fill: '#fff' })).toMatch(/<path [^>]+d="M/);
  });

  test('stand on as many lines as there is room for', () => {
    const text = 'Escuela Municipal de Baloncesto de Águilas y de todos sus alrededores';
    const lines = wrapped(text, 60, 500, 3);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const one of [...lines, ...wrapped('Ñ'.repeat(300), 60, 500, 3)])
      expect(widthOf(one, 60)).toBeLessThanOrEqual(500);
    expect(wrapped('🏀 uno 🏀', 60, 500, 3)).toEqual(['uno']);
    expect(wrapped('', 60, 500, 3)).toEqual([]);
  });

  test('are all that a drawing has of what people type', () => {
    for (const text of hostileMarkup) {
      const svg = drawing(clubPreview(text, null), [true], false);
      expect(svg.replace(/<\/?(svg|defs|linearGradient|stop|rect|g|path|circle)\b[^<>]*>/g, '')).toBe('');
      expect(svg).not.toMatch(/hacked|script/);
    }
  });
});
