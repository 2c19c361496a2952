import type { ChannelType } from '../../functions/platform/aws/channel-type.ts';
import type { BroadcastEncoding } from '../../functions/recordings/media/broadcast-encoding.ts';
import type { LadderKind } from '../../functions/recordings/media/renditions.ts';
import type { LiveDelivery } from '../../functions/viewing/playback/live-delivery.ts';
import type { Delivery } from './deliveries.ts';
import type { EdgeHost, EdgePlansSetting } from './edge-plans.ts';
import type { Line } from './lines.ts';
import type { Height } from './prices.ts';

export interface Month {
  viewers: number;
  /** Hours that each viewer watches. */
  hours: number;
  /** Share of the watched hours that are live. */
  liveShare: number;
  uploaded: number;
  broadcast: number;
  height: Height;
  ladder: LadderKind;
  /** Frame rate of the matches, which encodings keep. */
  framesPerSecond: number;
  cameras: number;
  channelType: ChannelType;
  liveDelivery: LiveDelivery;
  broadcastEncoding: BroadcastEncoding;
  /** Share of broadcasts that are watched afterwards, and encoded with `WATCHED`. */
  watchedShare: number;
  /** Billed monthly, regardless of use. */
  alarms: boolean;
  firewall: boolean;
  edgePlans: EdgePlansSetting;
}

export interface Bill {
  idle: Line[];
  uploadedHour: Line[];
  broadcastHour: Line[];
  /** Costs of an hour of one viewer. */
  liveHour: Line[];
  recordedHour: Line[];
  /** Costs of an hour of one viewer, of a broadcast that plays as IVS recorded it. */
  unencodedHour: Line[];
  /** Cost of an hour's playlists for a viewer of a growing recording: `checked` by the API, or `shared` by the edge. */
  growingPlaylists: { checked: number; shared: number };
  /** Use of each host in the month, with its price without a plan. */
  edge: Record<EdgeHost, Delivery>;
  total: number;
}
