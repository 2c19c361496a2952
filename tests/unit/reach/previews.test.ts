/** Preview pictures of links: content, addresses and drawn text. */
import { describe, expect, test } from 'vitest';
import { drawPreview } from '../../../functions/reach/previews/landscape-layout.ts';
import * as upright from '../../../functions/reach/previews/portrait-layout.ts';
import {
  hashPreview,
  matchPreview,
  pickColours,
  toClubPreview,
  toCodes,
  toMomentPreview,
  toPreviewKey,
  toVideoPreview,
} from '../../../functions/reach/previews/rules.ts';
import { drawText, measureText, wrapText } from '../../../functions/recordings/pictures/lettering.ts';
import { parsePictureFormat, sharePicture, toPicturedPath } from '../../../shared/domain/share-picture.ts';
import { hostileMarkup } from '../../support/hostile-markup.ts';
import { clubs, id, match } from './preview-match.ts';

describe('[E-SHARE-2] a match', () => {
  test('shows both sides in order and the time in Madrid', () => {
    expect(matchPreview(match(), false)).toMatchObject({
      sides: [{ name: 'Norte' }, { name: 'Sauce' }],
      foot: 'Sábado, 7 de marzo, 18:00',
    });
    expect(matchPreview(match({ state: 'CANCELLED' }), false).foot).toBe('Cancelado');
    const at = (time: string, fields: object = {}) =>
      toMomentPreview(matchPreview(match(fields), false), match(fields), Date.parse(time)).foot;
    expect(at('2026-03-07T12:00:00.000Z')).toBe('Sábado, 7 de marzo, 18:00');
    expect(at('2026-03-09T12:00:00.000Z')).toBe('Jugado el 7 de marzo de 2026');
    expect(at('2026-03-09T12:00:00.000Z', { state: 'CANCELLED' })).toBe('Cancelado');
    expect(matchPreview(match({ clubs }), false).sides).toHaveLength(2);
    expect(matchPreview(match({ clubs, homeClubId: null }), false).sides).toEqual([]);
  });

  test('changes its name with its content, but not with the score', () => {
    const name = (fields: object = {}, isLive = false) => hashPreview(matchPreview(match(fields), isLive));
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
    expect(hashPreview(toVideoPreview({ title: 'x', thumbnail: null }, match({ score })))).toBe(
      hashPreview(toVideoPreview({ title: 'x', thumbnail: null }, match())),
    );
  });

  test('shows the final score if it may be published, and none before', () => {
    const ended = match({ state: 'FINISHED', score: { home: 3, away: 1, phase: 'ENDED', period: 2 } });
    const told = matchPreview(ended, false, true);
    expect(told.score).toBe('3 – 1');
    expect(matchPreview(ended, false).score).toBeUndefined();
    expect(hashPreview(told)).not.toBe(hashPreview(matchPreview(ended, false)));
    const playing = match({ state: 'LIVE', score: { home: 3, away: 1, phase: 'PLAYING', period: 2 } });
    expect(matchPreview(playing, true, true).score).toBeUndefined();
    // A hidden club hides its score.
    expect(matchPreview({ ...ended, homeClubId: null }, false, true).score).toBeUndefined();
    expect(toVideoPreview({ title: 'x', thumbnail: null }, ended, true).score).toBe('3 – 1');
    const look = { isCrestMissing: [false, false], colours: pickColours(told.sides), hasPicture: false };
    expect(drawPreview(told, look)).not.toBe(drawPreview(matchPreview(ended, false), look));
  });

  test('has a key that maps back to its page', () => {
    for (const path of ['/home', `/evento/${id}`, `/content/3/videos/${id}`, '/live/campo-1']) {
      const shown = matchPreview(match(), false);
      const [, page = '', file = ''] = toPreviewKey(path, shown).split('/');
      const [, samePage, uprightFile = ''] = toPreviewKey(path, shown, 'upright').split('/');
      expect(toPicturedPath(page)).toBe(path);
      expect(samePage).toBe(page);
      expect([parsePictureFormat(file), parsePictureFormat(uprightFile)]).toEqual(['wide', 'upright']);
      // The page builds the same address, even from a path with a trailing slash.
      expect(sharePicture(`${path}/`, hashPreview(shown), 'upright')).toBe(toPreviewKey(path, shown, 'upright'));
    }
  });
});

describe('[E-SHARE-2] a club without a crest', () => {
  test('shows the letters of the scoreboard', () => {
    const side = (name: string) => ({ name, crest: null });
    expect(toCodes([side('CD Sauce')])[0]).toBe('SAU');
    expect(toCodes([side('CD Sauce'), side('Ñandú CF')])).toEqual(['SAU', 'NAN']);
    expect(toCodes([side('🏀')])[0]).toBe('');
  });

  test('never has its rival’s colour', () => {
    for (const name of 'abcdefghijklmnop') {
      const [own, rival] = pickColours([
        { name: 'Sauce', crest: null },
        { name, crest: null },
      ]);
      expect(own?.[0]).not.toBe(rival?.[0]);
    }
  });
});

describe('[E-SHARE-2] the text', () => {
  test('is as wide as measured for any input', () => {
    expect(measureText('AA', 100)).toBeCloseTo(2 * measureText('A', 100));
    expect(measureText('Ş🏀', 50)).toBe(measureText('S', 50));
    expect(drawText('ñ', { x: 0, y: 0, size: 10, fill: '#fff' })).toMatch(/<path [^>]+d="m/);
  });

  test('wraps into the available lines', () => {
    const text = 'Escuela Municipal de Baloncesto de Águilas y de todos sus alrededores';
    const lines = wrapText(text, 60, 500, 3);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const one of [...lines, ...wrapText('Ñ'.repeat(300), 60, 500, 3)])
      expect(measureText(one, 60)).toBeLessThanOrEqual(500);
    expect(wrapText('🏀 uno 🏀', 60, 500, 3)).toEqual(['uno']);
    expect(wrapText('', 60, 500, 3)).toEqual([]);
  });

  test('is the only user input in a drawing', () => {
    for (const text of hostileMarkup) {
      for (const draw of [drawPreview, upright.drawPreview]) expectOutlines(draw(toClubPreview(text, null), ofClub));
    }
  });

  const ofClub = { isCrestMissing: [true], colours: [['#15803d', '#f8fafc'] as const], hasPicture: false };

  function expectOutlines(svg: string) {
    expect(
      svg.replace(
        /<\/?(svg|defs|linearGradient|stop|rect|g|path|circle|filter|feTurbulence|feColorMatrix|pattern|clipPath)\b[^<>]*>/g,
        '',
      ),
    ).toBe('');
    expect(svg).not.toMatch(/hacked|script/);
  }
});
