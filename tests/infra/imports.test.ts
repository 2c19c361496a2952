/** The import checker sees what runs against the order of the wings; each case is a small tree of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

function check(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), 'cantera-imports-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const { stderr, status } = spawnSync(process.execPath, ['infra/toolchain/imports.ts', tree], { encoding: 'utf8' });
    expect(status === 0).toBe(stderr === '');
    return stderr;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

const store = (path: string) => `import { x } from '${path}';\n`;

test.each([
  ['a store to a wing above', 'functions/league/clubs/store.ts', '../../people/staff/store.ts', 'no wing above'],
  ['a type of a wing above', 'functions/league/clubs/rules.ts', '../../money/payments/rules.ts', 'no wing above'],
  ['a job from a route', 'functions/api/staff.ts', '../accounts/jobs.ts', 'imported by nobody'],
  ['a schema to a wing above', 'shared/contract/vods.ts', '../viewing/playback.ts', 'no wing above'],
  ['a basic schema to a wing', 'shared/contract/schema.ts', './league/clubs.ts', 'only the contract'],
  ['a component to a wing above', 'web/features/league/clubs/grid.tsx', '../../reach/home/hero.tsx', 'no wing above'],
  ['the inside of a stand-in', 'infra/local/ivs/ivs.ts', '../s3/store.ts', 'by its face'],
])('%s is refused', (_, from, to, says) => {
  const faces = { 'infra/local/s3/s3.ts': '', 'infra/local/ivs/ivs.ts': '' };
  expect(check({ ...faces, [from]: store(to) })).toContain(says);
});

test('a route uses any wing, a store those below, a page any component', () => {
  const tree = {
    'functions/api/clubs.ts': store('../../people/staff/store.ts'),
    'functions/people/staff/store.ts': store('../../league/clubs/store.ts'),
    'web/routes/club.tsx': store('../../reach/home/hero.tsx'),
    'shared/contract/contract.ts': store('./league/clubs.ts'),
  };
  expect(check(tree)).toBe('');
});

test('a folder that is no wing is refused', () => {
  expect(check({ 'functions/helpers/store.ts': '' })).toContain('functions/helpers: no wing');
});
