/** The contrast of every theme's tokens: texts 4.5:1, state marks and control edges 3:1 (WCAG 2.2). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

type Theme = Record<string, string>;

const css = readFileSync(join(import.meta.dirname, '../../../web/styles/tokens.css'), 'utf8');

const themes: [name: string, selector: string][] = [
  ['the viewers’, dark', '[data-theme="stage"]'],
  ['‘Modo sol’', ':root[data-sun] [data-theme="viewer"]'],
  ['the back-office’s', '[data-theme="back-office"]'],
];

describe.each(themes)('[E-PWA-2] in the theme %s', (_name, selector) => {
  const theme = readTheme(selector);
  const grounds = ['bg', 'surface', 'raised'];

  test.each(['text', 'muted', 'accent', 'danger', 'success', 'warning', 'info'])(
    '%s is readable on every background',
    (ink) => {
      for (const ground of grounds) expect(contrast(theme, ink, ground), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-live', 'live'],
    ['bg', 'danger'],
    ['bg', 'text'],
    ...['pink', 'indigo', 'purple', 'orange', 'teal', 'gray'].map((chip) => [`chip-${chip}`, 'raised']),
  ])('%s is readable on %s', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  // Pills have 12 % of the colour in the surface, as in badge.tsx.
  test.each(['info', 'success', 'warning', 'danger', 'soccer', 'basket'])('a pill in %s is readable', (tone) => {
    const ground = mix(rgb(theme[tone]), rgb(theme.surface), 0.12);
    expect(ratio(rgb(theme[tone]), ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['live', 'accent', 'soccer', 'basket', 'line-strong'])('%s stands out as a mark or an edge', (mark) => {
    for (const ground of grounds) expect(contrast(theme, mark, ground), `on ${ground}`).toBeGreaterThanOrEqual(3);
  });
});

test('[E-PWA-2] every theme defines every token', () => {
  const [first, ...others] = themes.map(([, selector]) => Object.keys(readTheme(selector)).sort());
  for (const names of others) expect(names).toEqual(first);
});

function readTheme(selector: string): Theme {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const contrast = (theme: Theme, ink: string, ground: string) => ratio(rgb(theme[ink]), rgb(theme[ground]));

function rgb(hex = ''): number[] {
  expect(hex).toMatch(/^#[\da-f]{6}$/);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

const mix = (ink: number[], ground: number[], part: number) =>
  ink.map((value, index) => value * part + (ground[index] ?? 0) * (1 - part));

function ratio(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
