/**
 * `npm run bench`: measures the budgets of the architecture, each part in a separate process. Quote its figures with
 * the machine's noise in mind.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../../infra/toolchain/arguments.ts';
import { compare, type Figure, formatFigure, type Measured, type Report, toMedian, toNoise } from './figure.ts';
import { extraParts, parts } from './part.ts';

const usage = `npm run bench [-- <part> …]
npm run bench -- compare <file> [<part> …]

Measures the budgets and prints each with its limit; exits with 1 if one is exceeded. compare repeats the measurements
of a file written by --json, and exits with 1 if a figure is slower by more than its noise.

Parts (by default all except ${extraParts.join(', ')}): ${Object.keys(parts).join(', ')}

  --repeat <n>   measures n times; the median counts, and the spread is the noise (default 1)
  --json <file>  writes the figures to a file

For the parts kickoff and memory:
  --minutes <n>  duration of the load (default 1; the budget of memory applies to 10)

For the part kickoff:
  --viewers <n>  real clients of one live (default 300; the budget applies to 2,000)
  --record       stores the costs of requests for "npm run costs" (infra/costs/measured.json)

  --help  shows this text`;

const { words, values } = readArguments(
  usage,
  {
    repeat: { type: 'string', default: '1' },
    json: { type: 'string' },
    viewers: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
  Object.keys(parts).length + 2,
);
const before = words[0] === 'compare' ? readRecord(words.splice(0, 2)[1]) : undefined;
const unknown = words.filter((name) => !(name in parts));
if (unknown.length > 0) fail(`Unknown part: ${unknown.join(', ')}\n\n${usage}`);
const repeat = Number(values.repeat);
if (!Number.isInteger(repeat) || repeat < 1) fail(`--repeat ${values.repeat} is not a positive integer\n\n${usage}`);

const lastRelease = readRecord(join(import.meta.dirname, 'last-release.json'));

process.env.LOG_LEVEL ??= 'silent';
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
console.log(`${machine}, Node ${process.version}\n`);
const after: Report = { date: new Date().toISOString(), machine, node: process.version, figures: [] };
let broken = 0;
for (const name of Object.keys(parts)) {
  const isWanted = before ? before.figures.some(({ part }) => part === name) : !extraParts.includes(name);
  if (words.length > 0 ? !words.includes(name) : !isWanted) continue;
  const measured = await measure(name);
  after.figures.push(...measured);
  for (const figure of measured) print(figure);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(after, null, 1)}\n`);
}
const exceeded = after.figures.filter((figure) => toMedian(figure) > figure.limit).length;
if (exceeded > 0) console.log(`\n${exceeded} budgets are exceeded.`);
if (broken > 0) console.log(`\n${broken} measurements failed.`);
if (exceeded + broken === 0) console.log('\nAll budgets are met.');
const slower = before ? printComparison(before) : 0;
process.exit((before ? slower : exceeded) + broken === 0 ? 0 : 1);

/** Runs a part as often as requested. A failing part does not stop the others. */
async function measure(name: string): Promise<Measured[]> {
  const measured = new Map<string, Measured>();
  for (let run = 0; run < repeat; run += 1) {
    const { viewers, minutes, record } = values;
    const options = JSON.stringify({ viewers: Number(viewers), minutes: Number(minutes), record });
    const child = fork(join(import.meta.dirname, 'part.ts'), [name, options]);
    const ended = once(child, 'exit').then(() => undefined);
    const figures = await Promise.race([once(child, 'message').then(([told]) => told as Figure[]), ended]);
    await ended;
    if (!figures) {
      broken += 1;
      console.error(`${name} ended without figures`);
    }
    for (const { value, ...figure } of figures ?? []) {
      const known = measured.get(figure.what) ?? { part: name, ...figure, values: [] };
      known.values.push(value);
      measured.set(figure.what, known);
    }
  }
  return [...measured.values()];
}

function print(figure: Measured): void {
  const { what, unit, limit } = figure;
  const value = toMedian(figure);
  const noise = repeat > 1 ? `  ± ${Math.round(toNoise(figure) * 100)} %` : '';
  const verdict = value > limit ? 'OVER' : (describeGrowth(figure) ?? 'ok');
  console.log(
    `${what.padEnd(62)} ${formatFigure(value, unit).padStart(10)}   limit ${formatFigure(limit, unit).padStart(9)}  ${verdict}${noise}`,
  );
}

/**
 * Describes a growth of 5 % since the last release: sizes do not depend on the machine, so it deserves a look long
 * before the limit. A release renews the file: npm run bench -- bundles --json tests/bench/last-release.json
 */
function describeGrowth(figure: Measured): string | undefined {
  const then = figure.unit === 'KB' && lastRelease.figures.find(({ what }) => what === figure.what);
  const ratio = then ? toMedian(figure) / toMedian(then) : 1;
  return ratio > 1.05 ? `WARN: ${Math.round((ratio - 1) * 100)} % more than the last release` : undefined;
}

/** Prints the comparison and returns how many figures have become slower. */
function printComparison(then: Report): number {
  console.log(`\nCompared with ${then.date} (${then.machine}, Node ${then.node}):`);
  const comparisons = compare(then, after);
  for (const { before: old, after: now, ratio, noise, verdict } of comparisons) {
    const [was, is] = [old, now].map((figure) => formatFigure(toMedian(figure), figure.unit).padStart(10));
    const change = `${ratio.toFixed(2)} ×  (noise ${Math.round(noise * 100)} %)`;
    console.log(`${now.what.padEnd(62)} ${was} → ${is}  ${change}  ${verdict === 'same' ? '' : verdict.toUpperCase()}`);
  }
  const slower = comparisons.filter(({ verdict }) => verdict === 'slower').length;
  console.log(slower === 0 ? 'Nothing is slower.' : `${slower} figures are slower.`);
  return slower;
}

function readRecord(file: string | undefined): Report {
  if (!file) return fail(`compare requires a file written by --json\n\n${usage}`);
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Report;
    if (Array.isArray(record.figures)) return record;
  } catch {
    // The failure is reported below.
  }
  return fail(`${file} was not written by --json`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
