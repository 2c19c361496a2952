/**
 * Generates functions/recordings/pictures/letters.json, the outlines of the heading font, for pictures drawn in Lambda,
 * where no font is installed. Run it by `node infra/toolchain/outlines.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Blob, Face, Font } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const face = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2';
const target = join(import.meta.dirname, '../../functions/recordings/pictures/letters.json');

const createRange = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Characters of names and titles: Western European letters and common punctuation. */
const letters = [
  ...String.fromCodePoint(...createRange(0x20, 0x7e), ...createRange(0xc0, 0xff)),
  ...'¡¿ªº·«»–—‘’“”•…€',
].filter((letter) => !'×÷ÞþÐð'.includes(letter));

/** Converts a path to relative coordinates, whose smaller numbers keep the bundle small. */
function toRelativePath(path: string): string {
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
const fontBytes = await readFile(resolve(face));

async function createGlyphs(letters: string[], variationAxes: { wght: number; wdth: number }) {
  const bytes = await subsetFont(fontBytes, letters.join(''), { targetFormat: 'sfnt', variationAxes });
  const font = new Font(new Face(new Blob(bytes)));
  const glyphs = letters.flatMap((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0);
    if (glyph === undefined) return [];
    // Rounding to 1/1000 of the font size cannot be seen.
    const path = font.glyphToPath(glyph).replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
    return [[letter, [font.glyphHAdvance(glyph), toRelativePath(path)]]];
  });
  return Object.fromEntries(glyphs);
}

const faces = {
  heading: await createGlyphs(letters, { wght: 800, wdth: 112 }),
  // Only for the three-letter codes of clubs.
  widest: await createGlyphs(
    letters.filter((letter) => /[A-Z0-9]/.test(letter)),
    { wght: 900, wdth: 125 },
  ),
};
// Uncompressed outlines would be a tenth of every bundle that draws pictures.
const packed = brotliCompressSync(JSON.stringify(faces), {
  params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
});
await writeFile(target, `${JSON.stringify(packed.toString('base64'))}\n`);
console.log(`${Object.keys(faces.heading).length} letters, ${Object.keys(faces.widest).length} of the widest`);
