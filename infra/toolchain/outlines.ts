/**
 * The letters of the heading font as outlines, for pictures that are drawn where no font is installed:
 * `node infra/toolchain/outlines.ts` writes functions/recordings/pictures/letters.json anew.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Blob, Face, Font } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const face = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2';
const target = join(import.meta.dirname, '../../functions/recordings/pictures/letters.json');

/** What names and titles are made of in Spain and around it: Western European letters, and the usual signs. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const letters = [...String.fromCodePoint(...range(0x20, 0x7e), ...range(0xc0, 0xff)), ...'¡¿ªº·«»–—‘’“”•…€'].filter(
  (letter) => !'×÷ÞþÐð'.includes(letter),
);

/** Each point from the one before it: the numbers are small, and so is the function that holds them. */
function inSteps(path: string): string {
  let [x, y] = [0, 0];
  let first = [x, y];
  return path.replace(/([A-Z])([^A-Z]*)/g, (_, command: string, numbers: string) => {
    const points = (numbers.match(/-?\d+/g) ?? []).map(Number);
    const steps = points.map((at, index) => at - (index % 2 === 0 ? x : y));
    [x = x, y = y] = command === 'Z' ? first : points.slice(-2);
    if (command === 'M') first = [x, y];
    return command.toLowerCase() + steps.map((step, index) => (index && step >= 0 ? ` ${step}` : step)).join('');
  });
}

const { resolve } = createRequire(import.meta.url);
const whole = await readFile(resolve(face));

async function glyphsOf(wanted: string[], variationAxes: { wght: number; wdth: number }) {
  const bytes = await subsetFont(whole, wanted.join(''), { targetFormat: 'sfnt', variationAxes });
  const font = new Font(new Face(new Blob(bytes)));
  const glyphs = wanted.flatMap((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0);
    if (glyph === undefined) return [];
    // Half a thousandth of a letter's size is less than anybody sees.
    const path = font.glyphToPath(glyph).replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
    return [[letter, [font.glyphHAdvance(glyph), inSteps(path)]]];
  });
  return Object.fromEntries(glyphs);
}

const faces = {
  heading: await glyphsOf(letters, { wght: 800, wdth: 112 }),
  // Of a club's three letters alone.
  widest: await glyphsOf(
    letters.filter((letter) => /[A-Z0-9]/.test(letter)),
    { wght: 900, wdth: 125 },
  ),
};
// Compressed: in each function that draws it would be a tenth of all.
const packed = brotliCompressSync(JSON.stringify(faces), {
  params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
});
await writeFile(target, `${JSON.stringify(packed.toString('base64'))}\n`);
console.log(`${Object.keys(faces.heading).length} letters, ${Object.keys(faces.widest).length} of the widest`);
