/**
 * `npm run bench`: measures the budgets of the architecture, each part in a separate process. Quote its figures with
 * the machine's noise in mind.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../../infra/toolchain/arguments.ts';
import { type Figure, formatFigure } from './figure.ts';
import lastRelease from './last-release.json' with { type: 'json' };
import { extraParts, parts } from './part.ts';

const usage = `npm run bench [-- <part> …]

Measures the budgets and prints each with its limit; exits with 1 if one is exceeded.

Parts (by default all except ${extraParts.join(', ')}): ${Object.keys(parts).join(', ')}

  --json <file>  writes the figures to a file

For the part kickoff:
  --minutes <n>  duration of the load (default 1)
  --viewers <n>  real clients of one live (default 300; the budget applies to 2,000)
  --record       stores the costs of requests for "npm run costs" (infra/costs/measured.json)

  --help  shows this text`;

const { words, values } = readArguments(
  usage,
  {
    json: { type: 'string' },
    viewers: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
  Object.keys(parts).length,
);
const unknown = words.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}\n\n${usage}`);
  process.exit(1);
}

process.env.LOG_LEVEL ??= 'silent';
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
const all: Figure[] = [];
let broken = 0;
for (const name of Object.keys(parts)) {
  if (words.length > 0 ? !words.includes(name) : extraParts.includes(name)) continue;
  const figures = await measure(name);
  all.push(...figures);
  for (const figure of figures) print(figure);
  const written = Object.fromEntries(all.map(({ what, value }) => [what, value]));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(written, null, 2)}\n`);
}
const exceeded = all.filter(({ value, limit }) => value > limit).length;
if (exceeded > 0) console.log(`\n${exceeded} budgets are exceeded.`);
if (broken > 0) console.log(`\n${broken} measurements failed.`);
if (exceeded + broken === 0) console.log('\nAll budgets are met.');
process.exit(exceeded + broken === 0 ? 0 : 1);

/** A failing part does not stop the others. */
async function measure(name: string): Promise<Figure[]> {
  const { viewers, minutes, record } = values;
  const options = JSON.stringify({ viewers: Number(viewers), minutes: Number(minutes), record });
  const child = fork(join(import.meta.dirname, 'part.ts'), [name, options]);
  const ended = once(child, 'exit').then(() => undefined);
  const figures = await Promise.race([once(child, 'message').then(([told]) => told as Figure[]), ended]);
  await ended;
  if (figures) return figures;
  broken += 1;
  console.error(`${name} ended without figures`);
  return [];
}

function print(figure: Figure): void {
  const { what, value, unit, limit } = figure;
  const verdict = value > limit ? 'OVER' : (describeGrowth(figure) ?? 'ok');
  console.log(
    `${what.padEnd(62)} ${formatFigure(value, unit).padStart(10)}   limit ${formatFigure(limit, unit).padStart(9)}  ${verdict}`,
  );
}

/**
 * Describes a growth of 5 % since the last release: sizes do not depend on the machine, so it deserves a look long
 * before the limit. A release renews the file: npm run bench -- bundles --json tests/bench/last-release.json
 */
function describeGrowth({ what, value, unit }: Figure): string | undefined {
  const then = unit === 'KB' && (lastRelease as Record<string, number>)[what];
  const ratio = then ? value / then : 1;
  return ratio > 1.05 ? `WARN: ${Math.round((ratio - 1) * 100)} % more than the last release` : undefined;
}
