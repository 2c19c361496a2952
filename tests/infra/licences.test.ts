/** Bundles contain the licences of their packages, and no package that would forbid that. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licencesFile } from '../../infra/build.ts';
import { formatLicences, readLicences } from '../../infra/toolchain/licences.ts';
import { bundleFunctions } from '../support/bundles.ts';
import { createTemporaryFolder } from '../support/dedicated-platform.ts';

const permissive = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'OFL-1.1'];
/** Licences allowed for one package only, each with its reason. */
const others: Record<string, string> = {
  // A separate library beside the bundle, as the licence requires.
  '@img/sharp-libvips-linux-x64': 'LGPL-3.0-or-later',
  // The text in its file is BSD-3-Clause.
  'dialog-polyfill': 'BSD',
  // Unmodified; their licence covers their own files only.
  'web-push': 'MPL-2.0',
  mediabunny: 'MPL-2.0',
  '@mediabunny/aac-encoder': 'MPL-2.0',
  // AWS's customer agreement, for use with Amazon IVS.
  'amazon-ivs-player': 'SEE LICENSE IN https://player.live-video.net/LICENSE.txt',
};
const isAllowed = (name: string, licence: string) => permissive.includes(licence) || others[name] === licence;

const listPackages = (text: string) =>
  [...text.matchAll(/^(?:## )?(@?[\w./-]+) (?:- )?\d[\w.+-]* \((.+)\)$/gm)].map(([, name = '', licence = '']) => ({
    name,
    licence,
  }));

// The builds stand outside of the tests, because a minute may be too short for them beside other runs.
const { folder, bundles } = await bundleFunctions();
const webFolder = createTemporaryFolder();
const webBuild = spawnSync(
  process.execPath,
  ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', webFolder, '--emptyOutDir'],
  { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
);

test('each function has the licences of its packages', () => {
  const names = readdirSync(folder);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const packages = listPackages(readFileSync(join(folder, name, licencesFile), 'utf8'));
    expect(packages.length, name).toBeGreaterThan(0);
    expect(
      packages.filter((one) => !isAllowed(one.name, one.licence)),
      name,
    ).toEqual([]);
    const given = new Set(packages.map((one) => one.name));
    const direct = ['zod', 'stripe', '@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'].filter((one) =>
      bundles[name]?.inputs.some((path) => path.startsWith(`node_modules/${one}/`)),
    );
    expect(
      direct.filter((one) => !given.has(one)),
      name,
    ).toEqual([]);
  }
  const pictures = readFileSync(join(folder, 'picture-arrived', licencesFile), 'utf8');
  expect(pictures).toMatch(/^sharp .*\(Apache-2\.0\)$/m);
  expect(pictures).toMatch(/^@img\/sharp-libvips-linux-x64 .*\n\n## Licensing/m);
});

test('the web app has the licences of its scripts, styles and fonts', () => {
  expect([webBuild.status, webBuild.stderr]).toEqual([0, expect.anything()]);
  const packages = listPackages(readFileSync(join(webFolder, 'licencias.txt'), 'utf8'));
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'react',
      'react-dom',
      'hls.js',
      '@fontsource-variable/figtree',
      'tailwindcss',
      'core-js',
      'dialog-polyfill',
    ]),
  );
  expect(packages.filter((one) => !isAllowed(one.name, one.licence))).toEqual([]);
  const styles = readFileSync('web/styles/tokens.css', 'utf8');
  const fonts = [...styles.matchAll(/url\("(@[^/]+\/[^/]+)\//g)].map(([, name]) => name);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(fonts));
});

test('packages with the same text share it; one without a licence is not shipped', () => {
  const licences = readLicences('.', ['node_modules/zod/index.js', 'node_modules/zod/v4/core.js', 'shared/x.ts']);
  expect(licences.map(({ name, licence }) => [name, licence])).toEqual([['zod', 'MIT']]);
  const [zod] = licences;
  if (!zod) throw new Error('zod was not found');
  const twice = formatLicences([zod, { ...zod, name: 'same' }]);
  expect(twice.split('Permission is hereby granted')).toHaveLength(2);
  expect(twice).toContain('same ');
});
