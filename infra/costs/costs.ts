/** `npm run costs`: estimates a month on AWS from measured request costs and list prices, without network access. */
import { readFileSync } from 'node:fs';
import { channelTypes } from '../../functions/platform/aws/channel-type.ts';
import { broadcastEncodings } from '../../functions/recordings/media/broadcast-encoding.ts';
import { ladderKinds } from '../../functions/recordings/media/renditions.ts';
import { liveDeliveries } from '../../functions/viewing/playback/live-delivery.ts';
import { readDeployConfig } from '../config.ts';
import { defaults } from '../settings.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { compareOffers, findCheapestOffer } from './compare-plans.ts';
import {
  type EdgeHost,
  type EdgePlanName,
  edgePlanNames,
  edgePlansDate,
  findPlanObstacle,
  isWithinPlan,
} from './edge-plans.ts';
import type { Measured } from './journeys.ts';
import { type Line, sum } from './lines.ts';
import { computeBill } from './month.ts';
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
  --channel <type> IVS type of the cameras' channels: ${channelTypes.join(', ')} (default STANDARD)
  --delivery <way> how viewers get lives: ${liveDeliveries.join(', ')} (default IVS)
  --encoding <when> broadcasts that are encoded: ${broadcastEncodings.join(', ')} (default ALWAYS)
  --watched <part> share of the broadcasts that somebody watches afterwards, for WATCHED (default 0.5)
  --media-plan <p> flat-rate plan of the media host: ${edgePlanNames.join(', ')} (default: paid by use)
  --web-plan <p>   the same for the web host
  --ladder <name>  renditions of recordings: ${ladderKinds.join(', ')} (default FULL)
  --stage <name>   takes firewall, channel, delivery, encoding, ladder and plans from a stage of infra/config.ts
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
  channel: { type: 'string' },
  ladder: { type: 'string' },
  delivery: { type: 'string' },
  encoding: { type: 'string' },
  watched: { type: 'string', default: '0.5' },
  'media-plan': { type: 'string' },
  'web-plan': { type: 'string' },
  stage: { type: 'string' },
});

const stage = values.stage === undefined ? defaults : readStage(values.stage);
const plans = {
  media: parseChoice('media-plan', edgePlanNames) ?? stage.edgePlans.media,
  web: parseChoice('web-plan', edgePlanNames) ?? stage.edgePlans.web,
};
for (const [host, plan] of Object.entries(plans) as [EdgeHost, EdgePlanName | ''][]) {
  const obstacle = plan && findPlanObstacle(host, plan);
  if (obstacle) exitWithUsage(`--${host}-plan cannot be met: ${obstacle}`);
}

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
    firewall: values.firewall || stage.firewall,
    channelType: parseChoice('channel', channelTypes) ?? stage.channelType,
    ladder: parseChoice('ladder', ladderKinds) ?? stage.ladder,
    liveDelivery: parseChoice('delivery', liveDeliveries) ?? stage.liveDelivery,
    broadcastEncoding: parseChoice('encoding', broadcastEncodings) ?? stage.broadcastEncoding,
    watchedShare: parseAmount('watched', 1),
    edgePlans: plans,
  },
  measured,
);

printLines('Idle, per month', bill.idle, 2);
printLines('Hour of an uploaded match', bill.uploadedHour, 2);
printLines('Hour of a broadcast match', bill.broadcastHour, 2);
printLines('Hour of a viewer, live', bill.liveHour, 4);
printLines('Hour of a viewer, recorded', bill.recordedHour, 4);
printLines('Hour of a viewer, a broadcast without encoding', bill.unencodedHour, 4);
const { checked, shared } = bill.growingPlaylists;
printLines('Hour of playlists, gone back in a live', [['shared by the edge', shared]], 4);
console.log(`  ${'if the API answered each'.padEnd(46)} ${formatDollars(checked, 4).padStart(12)}`);
console.log(
  `\nTotal for a month with ${values.viewers} viewers of ${values.hours} hours each: ${formatDollars(bill.total, 2)}`,
);
printPlans('media');
printPlans('web');
console.log(`List prices as of ${pricesDate}, requests measured on ${measured.date}.`);

function printLines(title: string, lines: Line[], digits: number): void {
  console.log(`${title.padEnd(48)} ${formatDollars(sum(lines), digits).padStart(12)}`);
  for (const [what, amount] of lines) console.log(`  ${what.padEnd(46)} ${formatDollars(amount, digits).padStart(12)}`);
}

/** Prints a host's price by use and on each plan, with the audiences for which each is the cheapest. */
function printPlans(host: EdgeHost): void {
  const viewers = parseAmount('viewers');
  if (viewers === 0 || bill.edge[host].requests === 0) return;
  const offers = compareOffers(host, bill.edge[host], viewers);
  const cheapest = findCheapestOffer(offers, viewers);
  console.log(`\nCloudFront of the ${host} host; plans as of ${edgePlansDate}. Cheapest here: ${cheapest?.name}`);
  for (const { name, dollars, from, to, obstacle } of offers) {
    const audience = name === 'by use' ? '' : from === undefined ? 'never cheapest' : `from ${from} to ${to} viewers`;
    console.log(`  ${name.padEnd(10)} ${formatDollars(dollars, 2).padStart(12)}  ${obstacle ?? audience}`);
  }
  const chosen = plans[host];
  if (chosen && !isWithinPlan(bill.edge[host], chosen))
    console.log(`  The allowance of ${chosen} does not suffice: AWS may slow the host down or ask for a higher plan.`);
}

function formatDollars(amount: number, digits: number): string {
  return `${amount.toFixed(digits)} $`;
}

function parseAmount(
  name: 'viewers' | 'hours' | 'live' | 'uploaded' | 'broadcast' | 'fps' | 'cameras' | 'watched',
  maximum = 1e9,
): number {
  const value = Number(values[name]);
  if (values[name] !== '' && value >= 0 && value <= maximum) return value;
  return exitWithUsage(`--${name} must be a number from 0 to ${maximum}, not "${values[name]}"`);
}

function parseHeight(): Height {
  const height = Object.keys(prices.ivs.output).find((one) => one === values.height);
  return height
    ? (Number(height) as Height)
    : exitWithUsage(`--height must be one of ${Object.keys(prices.ivs.output).join(', ')}`);
}

function parseChoice<const Choice extends string>(
  name: 'channel' | 'ladder' | 'delivery' | 'encoding' | 'media-plan' | 'web-plan',
  choices: readonly Choice[],
): Choice | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  return choices.find((one) => one === text) ?? exitWithUsage(`--${name} must be one of ${choices.join(', ')}`);
}

function readStage(name: string): typeof defaults {
  return readDeployConfig((setting) => (setting === 'stage' ? name : undefined));
}

function exitWithUsage(message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
}
