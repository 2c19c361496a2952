/** A month to estimate, and its bill. */
import type { ChannelType } from '../../functions/platform/aws/channel-type.ts';
import type { BroadcastEncoding } from '../../functions/recordings/media/broadcast-encoding.ts';
import type { LadderKind } from '../../functions/recordings/media/renditions.ts';
import type { LiveDelivery } from '../../functions/viewing/playback/live-delivery.ts';
import type { Delivery } from './deliveries.ts';
import type { EdgeHost, EdgePlansSetting } from './edge-plans.ts';
import type { Line } from './lines.ts';
import type { Height } from './prices.ts';

export interface Month {
  /** Viewers in the month. */
  viewers: number;
  /** Hours that each of them watches. */
  hours: number;
  /** Share of these hours that is live. */
  liveShare: number;
  /** Hours of matches uploaded as files, and broadcast. */
  uploaded: number;
  broadcast: number;
  /** Video height of most viewers. */
  height: Height;
  /** Renditions that are encoded. */
  ladder: LadderKind;
  /** Frame rate of the matches; encodings keep it. */
  framesPerSecond: number;
  cameras: number;
  /** IVS type of the cameras' channels. */
  channelType: ChannelType;
  /** Delivery of lives to viewers. */
  liveDelivery: LiveDelivery;
  /** Encoding of broadcasts once they have ended. */
  broadcastEncoding: BroadcastEncoding;
  /** Share of the broadcasts that are watched afterwards, which `WATCHED` encodes. */
  watchedShare: number;
  /** Billed monthly regardless of use. */
  alarms: boolean;
  firewall: boolean;
  edgePlans: EdgePlansSetting;
}

export interface Bill {
  idle: Line[];
  /** Costs of one hour of an uploaded match, and of a broadcast match. */
  uploadedHour: Line[];
  broadcastHour: Line[];
  /** Costs of one hour of one viewer. */
  liveHour: Line[];
  recordedHour: Line[];
  /** Costs of the same hour of a broadcast that plays as IVS recorded it. */
  unencodedHour: Line[];
  /** An hour's playlists for a viewer of a growing recording: each checked by the API, and shared by the edge. */
  growingPlaylists: { checked: number; shared: number };
  /** Use of the hosts in the month, and its price without a plan. */
  edge: Record<EdgeHost, Delivery>;
  total: number;
}
