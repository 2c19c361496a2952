/** Renders favicon.svg, when the app is built, in the sizes and formats that systems request. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const backgroundColour = '#0A0E13';

export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    async generateBundle() {
      const svg = await readFile(join(import.meta.dirname, '../public/favicon.svg'));
      const add = (fileName: string, source: Buffer) => this.emitFile({ type: 'asset', fileName, source });
      for (const size of [192, 512]) add(`icon-${size}.png`, await renderPng(svg, size));
      // Systems crop these icons: Apple rounds the corners, Android may keep only the central circle (80 % of the
      // width).
      add('apple-touch-icon.png', await renderPng(svg, 180, 1));
      add('icon-maskable-512.png', await renderPng(svg, 512, 0.8));
      add('favicon.ico', toIco(await renderPng(svg, 48), 48));
    },
  };
}

/** With `part`, the drawing fills that share of the width, on an opaque background. */
async function renderPng(svg: Buffer, size: number, part?: number): Promise<Buffer> {
  const drawn = sharp(svg, { density: 72 * 16 }).resize(Math.round(size * (part ?? 1)));
  if (part === undefined) return drawn.png().toBuffer();
  const background = { create: { width: size, height: size, channels: 4 as const, background: backgroundColour } };
  return sharp(background)
    .composite([{ input: await drawn.png().toBuffer(), gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** Wraps a PNG in an ICO container. */
function toIco(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
