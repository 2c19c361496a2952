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

Measures the budgets and prints each beside its limit; ends with 1 when one is exceeded. compare measures again what a
file of --json holds, and ends with 1 when something has become slower by more than its noise.

Parts (all but ${extraParts.join(', ')} unless said): ${Object.keys(parts).join(', ')}

  --repeat <n>   measures so many times: the median counts, and how far they lie apart is the noise (1 unless said)
  --json <file>  keeps the figures

Of the parts kickoff and memory:
  --minutes <n>  how long there is load (1 unless said; the budget of memory is written for 10)

Of the part kickoff:
  --viewers <n>  real clients that come to one live (300 unless said; the budget is written for 2,000)
  --record       keeps what requests cost for "npm run costs" (infra/costs/measured.json)

  --help  this text`;

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
if (unknown.length > 0) fail(`There is no part ${unknown.join(', ')}\n\n${usage}`);
const repeat = Number(values.repeat);
if (!Number.isInteger(repeat) || repeat < 1) fail(`--repeat ${values.repeat} is no number of times\n\n${usage}`);

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
console.log(exceeded === 0 ? '\nAll budgets are kept.' : `\n${exceeded} budgets are exceeded.`);
if (broken > 0) console.log(`${broken} measurements did not come to an end.`);
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
      console.error(`${name} ended without its figures`);
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
  const verdict = value > limit ? 'OVER' : (growth(figure) ?? 'ok');
  console.log(
    `${what.padEnd(62)} ${formatFigure(value, unit).padStart(10)}   limit ${formatFigure(limit, unit).padStart(9)}  ${verdict}${noise}`,
  );
}

/**
 * Warns early: sizes do not depend on the machine, so that one past the last release by 5 % is worth a look long before its
 * limit. A release renews the file: npm run bench -- bundles --json tests/bench/last-release.json
 */
function growth(figure: Measured): string | undefined {
  const then = figure.unit === 'KB' && lastRelease.figures.find(({ what }) => what === figure.what);
  const ratio = then ? toMedian(figure) / toMedian(then) : 1;
  return ratio > 1.05 ? `WARN: ${Math.round((ratio - 1) * 100)} % more than the last release` : undefined;
}

/** Prints the comparison and returns how many figures have become slower. */
function printComparison(then: Report): number {
  console.log(`\nBeside ${then.date} (${then.machine}, Node ${then.node}):`);
  const comparisons = compare(then, after);
  for (const { before: old, after: now, ratio, noise, verdict } of comparisons) {
    const [was, is] = [old, now].map((figure) => formatFigure(toMedian(figure), figure.unit).padStart(10));
    const change = `${ratio.toFixed(2)} ×  (noise ${Math.round(noise * 100)} %)`;
    console.log(`${now.what.padEnd(62)} ${was} → ${is}  ${change}  ${verdict === 'same' ? '' : verdict.toUpperCase()}`);
  }
  const slower = comparisons.filter(({ verdict }) => verdict === 'slower').length;
  console.log(slower === 0 ? 'Nothing has become slower.' : `${slower} have become slower.`);
  return slower;
}

function readRecord(file: string | undefined): Report {
  if (!file) return fail(`compare wants a file of --json\n\n${usage}`);
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Report;
    if (Array.isArray(record.figures)) return record;
  } catch {
    // Reported below.
  }
  return fail(`${file} is no file of --json`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
