/** `npm run bench`: measures the budgets of the architecture. Quote its figures with the machine's noise in mind. */
import { cpus } from 'node:os';
import { readArguments } from '../../infra/toolchain/arguments.ts';
import { bundles } from './bundles.ts';
import { encoding } from './encoding.ts';
import { kickoff } from './kickoff.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { playlist } from './playlist.ts';
import { requests } from './requests.ts';
import { start } from './start.ts';
import { viewers } from './viewers.ts';
import { vitals } from './vitals.ts';

export interface Figure {
  what: string;
  value: number;
  /** None for a bare number. */
  unit: 'ms' | 's' | 'KB' | '×' | '';
  limit: number;
}

const parts: Record<string, () => Promise<Figure[]>> = {
  bundles,
  vitals,
  lists,
  requests,
  playlist,
  viewers,
  kickoff: () => kickoff({ viewers: Number(values.viewers), minutes: Number(values.minutes), record: values.record }),
  start,
  live,
  encoding,
};

const usage = `npm run bench [-- <part> …]

Measures the budgets and prints each beside its limit; ends with 1 when one is exceeded.

Parts (all unless said): ${Object.keys(parts).join(', ')}

Of the part kickoff:
  --viewers <n>  real clients that come to one live (300 unless said; the budget is written for 2,000)
  --minutes <n>  how long they watch (1 unless said)
  --record       keeps what requests cost for "npm run costs" (infra/costs/measured.json)

  --help  this text`;

const { words: chosen, values } = readArguments(
  usage,
  {
    viewers: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
  Object.keys(parts).length,
);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}\n\n${usage}`);
  process.exit(1);
}

process.env.LOG_LEVEL ??= 'silent';
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
let exceeded = 0;
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const { what, value, unit, limit } of await measure()) {
    const over = value > limit;
    if (over) exceeded += 1;
    console.log(
      `${what.padEnd(62)} ${shown(value, unit).padStart(10)}   limit ${shown(limit, unit).padStart(9)}  ${over ? 'OVER' : 'ok'}`,
    );
  }
}
console.log(exceeded === 0 ? '\nAll budgets are kept.' : `\n${exceeded} budgets are exceeded.`);
process.exit(exceeded === 0 ? 0 : 1);

function shown(value: number, unit: Figure['unit']): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}
