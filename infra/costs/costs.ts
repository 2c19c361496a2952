/** `npm run costs`: estimates a month on AWS from measured request costs and list prices, without network access. */
import { readDeployConfig } from '../config.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { compareOffers, type EdgeHost, edgePlansDate, findCheapestOffer, isWithinPlan } from './edge-plans.ts';
import { measured } from './journeys.ts';
import { computeBill, type Line, sum } from './month.ts';
import { type Height, ivsRates, pricesDate } from './prices.ts';

/** Numbers, each with its default and its largest value. */
const amounts = {
  viewers: ['viewers in the month', 1000, 1e9],
  hours: ['hours that each of them watches', 4, 1e9],
  live: ['share of these hours that is live', 0.5, 1],
  uploaded: ['hours of matches uploaded as files', 20, 1e9],
  broadcast: ['hours of matches broadcast', 40, 1e9],
  fps: ['frames per second of the matches; above 30, encoding costs a quarter more', 25, 60],
  cameras: ['cameras', 10, 1e9],
  watched: ['share of the broadcasts that somebody watches afterwards, for WATCHED', 0.5, 1],
} as const;

const heights = Object.keys(ivsRates).map(Number) as Height[];

const usage = `npm run costs [-- --viewers <n> --hours <n> …]

Estimates a month on AWS in US dollars: idle, per hour of a match, per hour of a viewer, and the total.

${Object.entries(amounts)
  .map(([name, [what, usual, largest]]) => {
    const range = largest === 1 ? '0 to 1; ' : '';
    return `  --${`${name} <n>`.padEnd(16)} ${what} (${range}default ${usual})`;
  })
  .join('\n')}
  --height <n>       video height of most viewers: ${heights.join(', ')} (default 720)
  --no-alarms        a stage without alarmEmail
  --stage <name>     the stage of infra/config.ts whose settings apply (default dev)
  --help             shows this text

The settings firewall, channelType, ladder, liveDelivery, broadcastEncoding and edgePlans change the result. As for a
deployment, environment variables override them: CANTERA_LADDER=LIGHT npm run costs.

Prices: infra/costs/prices.ts, as of ${pricesDate}. Costs of requests: infra/costs/measured.json, measured by
"npm run bench -- kickoff --record".`;

const text = { type: 'string' } as const;
const names = [...Object.keys(amounts), 'height', 'stage'] as (keyof typeof amounts | 'height' | 'stage')[];
const options = Object.fromEntries(names.map((name) => [name, text])) as Record<(typeof names)[number], typeof text>;
const { values } = readArguments(usage, { ...options, 'no-alarms': { type: 'boolean', default: false } });

const viewers = readAmount('viewers');
const settings = readSettings();
const bill = computeBill({
  ...settings,
  viewers,
  hours: readAmount('hours'),
  liveShare: readAmount('live'),
  uploaded: readAmount('uploaded'),
  broadcast: readAmount('broadcast'),
  height: heights.find((one) => String(one) === (values.height ?? '720')) ?? rejectHeight(),
  framesPerSecond: readAmount('fps'),
  cameras: readAmount('cameras'),
  alarms: !values['no-alarms'],
  watchedShare: readAmount('watched'),
});

printLines('Idle, per month', bill.idle, 2);
printLines('Hour of an uploaded match', bill.uploadedHour, 2);
printLines('Hour of a broadcast match', bill.broadcastHour, 2);
printLines('Hour of a viewer, live', bill.liveHour, 4);
printLines('Hour of a viewer, recorded', bill.recordedHour, 4);
printLines('Hour of a viewer, a broadcast without encoding', bill.unencodedHour, 4);
printLines('Hour of playlists, gone back in a live', [['shared by the edge', bill.growing]], 4);
console.log(
  `\nTotal for a month with ${viewers} viewers of ${readAmount('hours')} hours each: ${bill.total.toFixed(2)} $`,
);
printPlans('media');
printPlans('web');
console.log(`List prices as of ${pricesDate}, requests measured on ${measured.date}.`);

function printLines(title: string, lines: Line[], digits: number): void {
  const format = (dollars: number) => `${dollars.toFixed(digits)} $`.padStart(12);
  console.log(`${title.padEnd(48)} ${format(sum(lines))}`);
  for (const [what, dollars] of lines) console.log(`  ${what.padEnd(46)} ${format(dollars)}`);
}

/** Prints a host's price by use and on each plan, with the audiences for which each is the cheapest. */
function printPlans(host: EdgeHost): void {
  if (viewers === 0 || bill.edge[host].requests === 0) return;
  const offers = compareOffers(host, bill.edge[host], viewers);
  const cheapest = findCheapestOffer(offers, viewers);
  console.log(`\nCloudFront of the ${host} host; plans as of ${edgePlansDate}. Cheapest here: ${cheapest?.name}`);
  for (const { name, dollars, from, to, obstacle } of offers) {
    const audience = name === 'by use' ? '' : from === undefined ? 'never cheapest' : `from ${from} to ${to} viewers`;
    console.log(`  ${name.padEnd(10)} ${`${dollars.toFixed(2)} $`.padStart(12)}  ${obstacle ?? audience}`);
  }
  const chosen = settings.edgePlans[host];
  if (chosen && !isWithinPlan(bill.edge[host], chosen))
    console.log(`  The allowance of ${chosen} does not suffice: AWS may slow the host down or ask for a higher plan.`);
}

function readAmount(name: keyof typeof amounts): number {
  const [, usual, largest] = amounts[name];
  const value = Number(values[name] ?? usual);
  if (values[name] !== '' && value >= 0 && value <= largest) return value;
  return exitWithUsage(`--${name} must be a number from 0 to ${largest}, not "${values[name]}"`);
}

function readSettings() {
  try {
    return readDeployConfig((setting) => (setting === 'stage' ? values.stage : undefined));
  } catch (error) {
    return exitWithUsage(error instanceof Error ? error.message : String(error));
  }
}

function rejectHeight(): never {
  return exitWithUsage(`--height must be one of ${heights.join(', ')}`);
}

function exitWithUsage(message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
}
