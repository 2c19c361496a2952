/**
 * The project's import order, for dependency-cruiser: `web → shared ← functions`, entry points over features, and one
 * order of modules, without exemptions.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from '../modules.ts';

/** Layers of web/ from the lowest to the highest. */
const webLayers = ['lib', 'ui', 'player', 'session', 'features', 'routes', 'app'];

const local = join(import.meta.dirname, '../local');
const emulators = readdirSync(local).filter((name) => existsSync(join(local, name, `${name}.ts`)));

const anyOf = (names) => `(${names.join('|')})`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule('no-cycles', 'Move what both need into a third file.', {}, { circular: true }),
    rule('no-missing-file', 'The imported file does not exist.', {}, { couldNotResolve: true, path: '^\\.' }),
    rule(
      'shared-alone',
      'shared/ imports shared/ only.',
      { path: '^shared/' },
      { path: '^(functions|web|infra|tests)/' },
    ),
    rule(
      'domain-below-contract',
      'shared/domain knows no endpoints, only schemas and errors.',
      { path: '^shared/domain/' },
      { path: '^shared/contract/(?!(schema|errors)\\.)' },
    ),
    rule(
      'web-and-shared',
      'web/ imports web/ and shared/ only.',
      { path: '^web/' },
      { path: '^(functions|infra|tests)/' },
    ),
    rule(
      'functions-and-shared',
      'functions/ imports functions/ and shared/ only.',
      { path: '^functions/' },
      { path: '^(web|infra|tests)/' },
    ),
    rule('no-tests', 'Only tests import tests/.', { path: '^(functions|web|infra|shared)/' }, { path: '^tests/' }),
    rule(
      'known-module',
      `functions/ holds api, jobs and the modules (${modules.join(', ')}).`,
      { path: `^functions/(?!${anyOf(['api', 'jobs', ...modules])}/)` },
      {},
    ),
    rule(
      'known-web-module',
      `web/features/ holds the modules (${modules.join(', ')}).`,
      { path: `^web/features/(?!${anyOf(modules)}/)` },
      {},
    ),
    ...modules.map((name, index) =>
      rule(
        `order-of-modules-${name}`,
        `${name} is below ${modules.slice(index + 1).join(', ') || 'nothing'}: publish a domain event, or move the code.`,
        { path: `^(functions|web/features)/${name}/` },
        { path: `^(functions|web/features)/${anyOf([...modules.slice(index + 1), 'no-more'])}/` },
      ),
    ),
    rule(
      'entry-points-on-top',
      'Handlers and jobs are imported by nothing in functions/.',
      { path: '^functions/' },
      { path: '^functions/(api|jobs)/' },
    ),
    rule(
      'aws-alone',
      'functions/platform/aws knows no other folder of functions/.',
      { path: '^functions/platform/aws/' },
      { path: '^functions/', pathNot: '^functions/platform/aws/' },
    ),
    rule(
      'pure-rules',
      'rules.ts decides without I/O: no AWS, no HTTP, no store.',
      { path: '^functions/.*/rules\\.ts$' },
      { path: '^functions/(platform/(aws|http)/|.*/store\\.ts$)' },
    ),
    ...webLayers.map((layer, index) =>
      rule(
        `order-of-web-${layer}`,
        `web/${layer} is below ${webLayers.slice(index + 1).join(', ') || 'nothing'}.`,
        { path: `^web/${layer}/` },
        { path: `^web/${anyOf([...webLayers.slice(index + 1), 'no-more'])}/` },
      ),
    ),
    rule('one-page-alone', 'Pages do not import pages.', { path: '^web/routes/' }, { path: '^web/routes/' }),
    ...emulators.map((service) =>
      rule(
        `entry-of-${service}`,
        `Other folders use the emulator through infra/local/${service}/${service}.ts.`,
        { path: '^infra/', pathNot: `^infra/local/${service}/` },
        { path: `^infra/local/${service}/`, pathNot: `^infra/local/${service}/${service}\\.ts$` },
      ),
    ),
  ],
  options: { parser: 'swc', doNotFollow: { path: 'node_modules' }, exclude: { path: '(^|/)(node_modules|dist)/' } },
};
