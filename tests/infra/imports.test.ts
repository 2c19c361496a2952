/** The import rules reject imports against the order of modules; each case is a small separate tree. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type IViolation } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import rules from '../../infra/toolchain/dependency-rules.mjs';

/** Names of the rules that the tree breaks. Files that are only imported are created empty. */
async function brokenRules(imports: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'cantera-imports-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: text ? 'w' : 'a' });
  };
  try {
    for (const [from, to] of Object.entries(imports)) {
      write(join(tree, from), to ? `import { x } from '${to}';\nx();\n` : '');
      if (to) write(join(tree, dirname(from), to), '');
    }
    const { output } = await cruise(['.'], { ...rules.options, ruleSet: rules, validate: true, baseDir: tree });
    if (typeof output === 'string') throw new Error(output);
    return output.summary.violations.map(({ rule }: IViolation) => rule.name);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

test.each([
  ['a store that imports a higher module', 'functions/league/clubs/store.ts', '../../people/staff/store.ts'],
  ['a handler imported by a feature', 'functions/people/staff/store.ts', '../../api/accounts.ts'],
  ['rules that import a store', 'functions/people/staff/rules.ts', './store.ts'],
  ['a folder that is no module', 'functions/helpers/store.ts', './text.ts'],
  ['a component that imports a higher module', 'web/features/league/clubs/grid.tsx', '../../reach/home/hero.tsx'],
  ['a component that imports a page', 'web/features/reach/home/hero.tsx', '../../../routes/home.tsx'],
  ['a page that imports a page', 'web/routes/home.tsx', './login.tsx'],
  ['a kit part that imports a feature', 'web/ui/card.tsx', '../features/league/clubs/grid.tsx'],
  ['the domain importing an endpoint', 'shared/domain/score.ts', '../contract/scores.ts'],
  ['the web importing a function', 'web/lib/api.ts', '../../functions/league/clubs/rules.ts'],
  ['the inside of an emulator', 'infra/local/platform.ts', './s3/store.ts'],
  ['a file that imports itself by way of another', 'shared/domain/score.ts', './score.ts'],
])('rejects %s', async (_, from, to) => {
  expect(await brokenRules({ [from]: to })).not.toEqual([]);
});

test('accepts a handler, a page and a store that import lower modules', async () => {
  const tree = {
    'functions/api/clubs.ts': '../reach/alerts/store.ts',
    'functions/people/staff/store.ts': '../../league/clubs/store.ts',
    'web/routes/club.tsx': '../features/reach/home/hero.tsx',
    'shared/contract/vods.ts': './events.ts',
  };
  expect(await brokenRules(tree)).toEqual([]);
});
