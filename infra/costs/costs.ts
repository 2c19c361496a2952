/** `npm run costs`: estimates a month on AWS from measured request costs and list prices, without network access. */
import { readFileSync } from 'node:fs';
import { readArguments } from '../toolchain/arguments.ts';
import type { Measured } from './journeys.ts';
import { computeBill, type Line, sum } from './month.ts';
import { type Height, prices, pricesDate } from './prices.ts';

const usage = `npm run costs [-- --viewers <n> --hours <n> …]

Estimates a month on AWS in US dollars: idle, per hour of a match, per hour of a viewer, and the total.

  --viewers <n>    viewers in the month (default 1,000)
  --hours <n>      hours that each of them watches (default 4)
  --live <part>    share of these hours that is live, 0 to 1 (default 0.5)
  --uploaded <n>   hours of matches uploaded as files (default 20)
  --broadcast <n>  hours of matches broadcast (default 40)
  --height <n>     video height of most viewers: ${Object.keys(prices.ivs.output).join(', ')} (default 720)
  --fps <n>        frames per second of the matches (default 25); above 30, encoding costs a quarter more
  --cameras <n>    cameras (default 10)
  --no-alarms      a stage without alarmEmail
  --firewall       a stage with a firewall
  --help           shows this text

Prices: infra/costs/prices.ts, as of ${pricesDate}. Costs of requests: infra/costs/measured.json, measured by
"npm run bench -- kickoff --record".`;

const { values } = readArguments(usage, {
  viewers: { type: 'string', default: '1000' },
  hours: { type: 'string', default: '4' },
  live: { type: 'string', default: '0.5' },
  uploaded: { type: 'string', default: '20' },
  broadcast: { type: 'string', default: '40' },
  height: { type: 'string', default: '720' },
  fps: { type: 'string', default: '25' },
  cameras: { type: 'string', default: '10' },
  'no-alarms': { type: 'boolean', default: false },
  firewall: { type: 'boolean', default: false },
});

const measured = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8')) as Measured;
const bill = computeBill(
  {
    viewers: parseAmount('viewers'),
    hours: parseAmount('hours'),
    liveShare: parseAmount('live', 1),
    uploaded: parseAmount('uploaded'),
    broadcast: parseAmount('broadcast'),
    height: parseHeight(),
    framesPerSecond: parseAmount('fps', 60),
    cameras: parseAmount('cameras'),
    alarms: !values['no-alarms'],
    firewall: values.firewall,
  },
  measured,
);

printLines('Idle, per month', bill.idle, 2);
printLines('Hour of an uploaded match', bill.uploadedHour, 2);
printLines('Hour of a broadcast match', bill.broadcastHour, 2);
printLines('Hour of a viewer, live', bill.liveHour, 4);
printLines('Hour of a viewer, recorded', bill.recordedHour, 4);
console.log(
  `\nTotal for a month with ${values.viewers} viewers of ${values.hours} hours each: ${formatDollars(bill.total, 2)}`,
);
console.log(`List prices as of ${pricesDate}, requests measured on ${measured.date}.`);

function printLines(title: string, lines: Line[], digits: number): void {
  console.log(`${title.padEnd(48)} ${formatDollars(sum(lines), digits).padStart(12)}`);
  for (const [what, amount] of lines) console.log(`  ${what.padEnd(46)} ${formatDollars(amount, digits).padStart(12)}`);
}

function formatDollars(amount: number, digits: number): string {
  return `${amount.toFixed(digits)} $`;
}

function parseAmount(
  name: 'viewers' | 'hours' | 'live' | 'uploaded' | 'broadcast' | 'fps' | 'cameras',
  maximum = 1e9,
): number {
  const value = Number(values[name]);
  if (values[name] !== '' && value >= 0 && value <= maximum) return value;
  return exitWithUsage(`--${name} must be a number from 0 to ${maximum}, not "${values[name]}"`);
}

function parseHeight(): Height {
  const found = Object.keys(prices.ivs.output).find((one) => one === values.height);
  return found
    ? (Number(found) as Height)
    : exitWithUsage(`--height must be one of ${Object.keys(prices.ivs.output).join(', ')}`);
}

function exitWithUsage(message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
}
