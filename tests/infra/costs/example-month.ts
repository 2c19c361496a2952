/** The month of the README's examples, without matches. */
import type { Month } from '../../../infra/costs/month.ts';

export const month: Month = {
  viewers: 1000,
  hours: 4,
  liveShare: 0.5,
  uploaded: 0,
  broadcast: 0,
  height: 720,
  framesPerSecond: 25,
  cameras: 10,
  alarms: true,
  firewall: false,
  channelType: 'STANDARD',
  ladder: 'FULL',
  liveDelivery: 'IVS',
  edgePlans: { media: '', web: '' },
  broadcastEncoding: 'ALWAYS',
  watchedShare: 0.5,
};

/** Finds the dollars of the line that begins with this text; NaN without one. */
export const findPrice = (lines: readonly (readonly [string, number])[], what: string): number =>
  lines.find(([name]) => name.startsWith(what))?.[1] ?? Number.NaN;
