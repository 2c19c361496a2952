import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const licencesFile = 'licencias.txt';

/** Contents of a package beside its own code, which its licence file does not name. */
const notes: Record<string, string> = {
  '@mediabunny/aac-encoder':
    'Contains the AAC encoder of FFmpeg (https://ffmpeg.org), under LGPL-2.1-or-later, in a file of its own.',
};

/**
 * Adds the licences of fonts, styles, workers and build/old-browsers.ts to /licencias.txt, in which Vite lists those of the
 * app's modules.
 */
export function addOtherLicences(): Plugin {
  const packages = [
    '@fontsource-variable/archivo',
    '@fontsource-variable/figtree',
    'tailwindcss',
    'core-js',
    'dialog-polyfill',
    // Vite lists no modules of workers.
    'mediabunny',
    '@mediabunny/aac-encoder',
  ];
  const readPackage = (name: string, file: string) =>
    readFile(join(import.meta.dirname, '../../node_modules', name, file), 'utf8');
  return {
    name: 'other-licences',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const licences = bundle[licencesFile];
        if (licences?.type !== 'asset') throw new Error(`${licencesFile} was not built`);
        const added = packages.map(async (name) => {
          const { version, license } = JSON.parse(await readPackage(name, 'package.json')) as Record<string, string>;
          const text = [notes[name], (await readPackage(name, 'LICENSE')).trim()].filter(Boolean).join('\n\n');
          return `## ${name} - ${version} (${license})\n\n${text}\n`;
        });
        licences.source = `${licences.source}\n${(await Promise.all(added)).join('\n')}`;
      },
    },
  };
}
