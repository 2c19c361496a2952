/** Upright previews, and the colours that clubs have in previews. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as upright from '../../../functions/reach/previews/portrait-layout.ts';
import {
  matchPreview,
  type Preview,
  pickColours,
  productPreview,
  toClipPreview,
  toClubPreview,
  toVideoPreview,
} from '../../../functions/reach/previews/rules.ts';
import { drawText, measureText } from '../../../functions/recordings/pictures/lettering.ts';
import { chooseInk, fieldColours, findColours } from '../../../shared/domain/club-colours.ts';
import { clubs, match } from './preview-match.ts';

describe('[E-SHARE-2] the upright picture', () => {
  const video = { title: 'Entrevista: la portera que no quería parar', thumbnail: 'https://media/x.webp' };
  const ended = match({ state: 'FINISHED', score: { home: 3, away: 1, phase: 'ENDED', period: 2 } });
  const long = clubs.map((club) => ({ ...club, name: 'Escuela Municipal de Baloncesto de Águilas y alrededores' }));
  const kinds: [string, Preview][] = [
    ['a match', matchPreview(match({ category: 'cadete', matchday: '12' }), false)],
    ['a match on the air', matchPreview(match(), true)],
    ['a result', matchPreview(ended, false, true)],
    ['long names', matchPreview(match({ clubs: long.slice(0, 2), sport: 'BASKET' }), false)],
    ['a match of many clubs', matchPreview(match({ clubs, homeClubId: null }), false)],
    ['a recording', toVideoPreview(video, match({ category: 'cadete' }), true)],
    ['a video without a match', toVideoPreview(video, null)],
    ['a clip', toClipPreview(video, 'Norte')],
    ['a club', toClubPreview('Norte', null)],
    ['every other page', productPreview],
  ];
  const drawSvg = (shown: Preview, hasPicture = false) =>
    upright.drawPreview(shown, {
      isCrestMissing: shown.sides.map(() => false),
      colours: pickColours(shown.sides),
      hasPicture,
    });

  test.each(kinds)('is 1080 × 1350 for %s, with all parts inside and without overlap', (_, shown) => {
    expect(drawSvg(shown)).toMatch(/^<svg [^>]*width="1080" height="1350"/);
    const boxes = upright.placeCrests(shown).map(({ left, top, size }) => ({ left, top, width: size, height: size }));
    expect(boxes).toHaveLength(shown.sides.length);
    for (const { left, top, width, height } of [...boxes, upright.pictureBox]) {
      expect(Math.min(left, top)).toBeGreaterThan(0);
      expect(left + width).toBeLessThan(1080);
      // Above the footer, even if the title takes two lines.
      expect(top + height).toBeLessThan(1350 - 184);
    }
    const [home, away] = boxes;
    if (home && away) expect(home.top + home.height).toBeLessThan(away.top);
    expect(drawSvg(shown)).not.toMatch(/NaN|undefined/);
  });

  test('names a recording’s match, shows a published result, and marks lives', () => {
    const recording = toVideoPreview(video, match({ category: 'cadete', matchday: '12' }));
    expect(recording).toMatchObject({ label: 'Partido completo', about: 'Cadete · Jornada 12' });
    const { about, ...untold } = recording;
    expect(drawSvg(recording)).not.toBe(drawSvg(untold));
    expect(drawSvg(matchPreview(ended, false, true))).not.toBe(drawSvg(matchPreview(ended, false)));
    // The red of the live badge only.
    expect(drawSvg(matchPreview(match(), true))).toContain('#E5173F');
    expect(drawSvg(matchPreview(match(), false))).not.toContain('#E5173F');
  });

  test('divides two colours by a slanted line', () => {
    for (const shown of [toClubPreview('Norte', null), matchPreview(match(), false)]) {
      const [, left = '', right = ''] = /<path d="M0 0H1080V([\d.]+)L0 ([\d.]+)Z"/.exec(drawSvg(shown)) ?? [];
      expect(Number(right)).toBeGreaterThan(Number(left));
    }
  });

  test('shows a club’s three letters in the widest font, or its crest', () => {
    expect(measureText('SAU', 100, 'widest')).toBeGreaterThan(measureText('SAU', 100) * 1.1);
    expect(drawText('SAU', { x: 0, y: 0, size: 10, fill: '#fff', face: 'widest' })).not.toBe(
      drawText('SAU', { x: 0, y: 0, size: 10, fill: '#fff' }),
    );
    const shown = matchPreview(match(), false);
    const drawWidest = (isMissing: boolean) =>
      upright.drawPreview(shown, {
        isCrestMissing: [isMissing, isMissing],
        colours: pickColours(shown.sides),
        hasPicture: false,
      });
    const [, letter = ''] = /d="([^"]+)"/.exec(drawText('N', { x: 0, y: 0, size: 1, fill: '', face: 'widest' })) ?? [];
    expect([drawWidest(false).includes(letter), drawWidest(true).includes(letter)]).toEqual([true, false]);
  });
});

describe('[E-SHARE-2] the colours of a club', () => {
  const rgb = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const pixels = (...areas: [string, number, number?][]) =>
    Uint8Array.from(
      areas.flatMap(([colour, count, alpha = 255]) =>
        Array.from({ length: count }, () => [...rgb(colour), alpha]).flat(),
      ),
    );

  test('come from its crest: the largest one, white only without another', () => {
    expect(findColours(pixels(['#ffffff', 500], ['#15803d', 400], ['#000000', 20]))).toEqual(['#15803d', '#ffffff']);
    expect(findColours(pixels(['#ffffff', 500], ['#111111', 90]))).toEqual(['#ffffff', '#111111']);
    expect(findColours(pixels(['#b91c1c', 100], ['#1d4ed8', 900, 0]))).toEqual(['#b91c1c', '#ffffff']);
    expect(findColours(pixels(['#b91c1c', 100, 0]))).toBeUndefined();
  });

  test('differ between the sides and are readable', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const contrast = (a: string, b: string) => {
      const [one = 0, other = 0] = [a, b].map((hex) => {
        const [red = 0, green = 0, blue = 0] = rgb(hex).map((value) =>
          value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      });
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    };
    fc.assert(
      fc.property(colour, colour, colour, colour, (a, b, c, d) => {
        const [home = '', away = ''] = fieldColours([
          [a, b],
          [c, d],
        ]);
        expect(home).toBe(a);
        expect(Math.hypot(...rgb(home).map((value, index) => value - (rgb(away)[index] ?? 0)))).toBeGreaterThan(40);
        // WCAG 2.2 asks 3:1 for large text; 2.5 is the worst case, between two colours.
        for (const field of [home, away]) expect(contrast(field, chooseInk(field))).toBeGreaterThan(2.5);
      }),
    );
  });
});
