/** Settings of a stage, with defaults that suit a trial without a domain. */
import type { ChannelType } from '../functions/platform/aws/channel-type.ts';
import type { BroadcastEncoding } from '../functions/recordings/media/broadcast-encoding.ts';
import type { LadderKind } from '../functions/recordings/media/renditions.ts';
import type { LiveDelivery } from '../functions/viewing/playback/live-delivery.ts';
import { usualLastDay } from '../shared/domain/season.ts';
import type { EdgePlansSetting } from './costs/edge-plans.ts';

export interface DeployConfig {
  /** Lower case; prefix of all resource names: `cantera-<stage>-`. */
  stage: string;
  /** A region that has IVS. */
  region: string;
  /** Host of the web app; the media host is `media.<domain>`. Empty uses CloudFront's names. */
  domain: string;
  /** ACM certificate in us-east-1 for both hosts; required with a domain. */
  certificateArn: string;
  /** Route 53 zone for both hosts' records; without one, create the records manually. */
  hostedZoneId: string;
  /** Retains data and protects it against deletion. */
  production: boolean;
  /**
   * Comma-separated logical ids of existing resources in the stack Data, which are protected; empty protects all.
   * `npm run deploy` sets it for its first step.
   */
  existingResources: string;
  /** Increment to rotate the playback signing keys. */
  keyGeneration: number;
  /** reCAPTCHA site key; empty disables the captcha. The server key is in the secret `cantera/<stage>/captcha`. */
  captchaSiteKey: string;
  /** Recipient of operational alarms; required in production. */
  alarmEmail: string;
  /** Budget in US dollars per month, with warnings to `alarmEmail`; 0 for none. */
  monthlyBudget: number;
  /** Adds a web application firewall to the web host: about $7 per month plus $0.60 per million requests. */
  firewall: boolean;
  /**
   * HSTS for every subdomain of `domain`, for two years, and for the browsers' preload lists: none of them can be reached
   * without TLS any more, and leaving the lists takes months. Off, it applies to the stage's own hosts only.
   */
  strictSubdomains: boolean;
  /** API throttle; further requests get 429 at no cost. 1,000 last for 8,500 viewers, 10,000 for 50,000. */
  requestsPerSecond: number;
  /** Expected maximum of concurrent viewers: `npm run doctor` says which settings and quotas follow; 0 if unknown. */
  audience: number;
  /**
   * IVS type of new channels. `ADVANCED_HD` (720 lines at most) and `ADVANCED_SD` (480) cost less than half and a quarter.
   * `BASIC` costs a tenth but has one rendition of at most 3.5 Mbit/s: for test stages.
   */
  channelType: ChannelType;
  /** Renditions of recordings: `FULL` up to 1080 lines, `LIGHT` 720 and 360 lines for half the price of encoding. */
  ladder: LadderKind;
  /**
   * `RECORDING` delivers a live from its growing recording through the edge, about a minute late: nearly free on a plan of
   * the edge, dearer than IVS without one. Each viewer may switch to IVS, which delivers it within seconds for $0.075 an hour.
   */
  liveDelivery: LiveDelivery;
  /**
   * `NEVER` plays an ended broadcast from the files that IVS recorded, without encryption and seek-bar pictures: saves $4.90
   * an hour, but its bytes cost double without a plan of the edge. `WATCHED` encodes it once a viewer watches. Either
   * applies to broadcasts that end afterwards; *Regenerar* encodes one at once.
   */
  broadcastEncoding: BroadcastEncoding;
  /** Flat-rate plans of the edge that the operator has chosen for the hosts; empty pays by use (costs/edge-plans.ts). */
  edgePlans: EdgePlansSetting;
  /**
   * `exigir` shows and records cameras and profiles only around their match, or when staff say so; `avisar` does so
   * whenever they are on air, and tells staff.
   */
  cameraTime: 'avisar' | 'exigir';
  /** The time of a camera in minutes: before the beginning of its match, and after its planned end. */
  cameraMinutes: { before: number; after: number };
  /**
   * `exigir` keeps a match of minors private until the guardians of both sides have authorised it and the club has accepted
   * the contract; `avisar` shows it, and tells staff what is missing.
   */
  imageRights: 'avisar' | 'exigir';
  /** Enables X-Ray, which samples one request per second and 5 % of the others: $5 per million traces. */
  tracing: boolean;
  prices: { event: number; monthly: number };
  /** `MM-DD`: yearly end of subscriptions. */
  seasonLastDay: string;
  partnerName: string;
  partnerUrl: string;
  blogUrl: string;
  social: { name: string; url: string }[];
  /** A sentence over every page, for example about tonight's maintenance; empty for none. */
  notice: string;
  /** Measurement id of Google Analytics 4; empty disables analytics. */
  analyticsId: string;
  /** Operating company, for the legal pages. */
  company: { name: string; taxId: string; address: string; email: string };
  /** Sender of emails, `Name <address>`; defaults to `hola@<domain>`. */
  emailFrom: string;
  /** Recipients of the contact form's messages. */
  contactEmails: string[];
}

export const defaults: Omit<DeployConfig, 'stage' | 'production'> = {
  region: 'eu-west-1',
  domain: '',
  certificateArn: '',
  hostedZoneId: '',
  existingResources: '',
  keyGeneration: 1,
  captchaSiteKey: '',
  alarmEmail: '',
  monthlyBudget: 100,
  firewall: false,
  strictSubdomains: false,
  requestsPerSecond: 1000,
  audience: 0,
  channelType: 'STANDARD',
  ladder: 'FULL',
  liveDelivery: 'IVS',
  broadcastEncoding: 'ALWAYS',
  edgePlans: { media: '', web: '' },
  cameraTime: 'avisar',
  cameraMinutes: { before: 30, after: 60 },
  imageRights: 'avisar',
  tracing: true,
  prices: { event: 1.99, monthly: 6.99 },
  seasonLastDay: usualLastDay,
  partnerName: 'nuestro operador',
  partnerUrl: '',
  blogUrl: '',
  social: [],
  notice: '',
  analyticsId: '',
  // Invented and marked as such; production requires real data.
  company: {
    name: 'Cantera TV (demostración)',
    taxId: 'B00000000',
    address: 'Calle de la Cantera 1, 30001 Murcia',
    email: 'hola@cantera.example',
  },
  emailFrom: '',
  contactEmails: [],
};
