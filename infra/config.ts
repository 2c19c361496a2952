/**
 * Deployment settings per stage. Defaults suit a trial without a domain; override them in `stages`, by CDK context
 * (`-c domain=cantera.example`) or by environment variable (`CANTERA_DOMAIN=…`).
 */
import type { Node } from 'constructs';
import { type ChannelType, channelTypes } from '../functions/platform/aws/channel-type.ts';
import { type BroadcastEncoding, broadcastEncodings } from '../functions/recordings/media/broadcast-encoding.ts';
import { type LadderKind, ladderKinds } from '../functions/recordings/media/renditions.ts';
import { type LiveDelivery, liveDeliveries } from '../functions/viewing/playback/live-delivery.ts';
import { isDayOfYear, usualLastDay } from '../shared/domain/season.ts';
import { simpleEmail } from '../shared/domain/simple-email.ts';
import { checkEdgePlans, type EdgePlansSetting } from './costs/edge-plans.ts';

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
  standing: string;
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
  /** Most viewers expected at one moment: `npm run doctor` says which settings and quotas follow; 0 if unknown. */
  audience: number;
  /**
   * IVS type of new channels. `ADVANCED_HD` (720 lines at most) and `ADVANCED_SD` (480) cost less than half and a quarter.
   * `BASIC` costs a tenth but has one rendition of at most 3.5 Mbit/s: for test stages.
   */
  channelType: ChannelType;
  /** Renditions of recordings: `FULL` up to 1080 lines, `LIGHT` 720 and 360 lines for half the price of encoding. */
  ladder: LadderKind;
  /**
   * `RECORDING` delivers a live by its growing recording through the edge, about a minute late: nearly free on a plan of
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
  standing: '',
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

/** Overrides per stage. */
const stages: Record<string, Partial<DeployConfig>> = {
  prod: { production: true },
};

type Read = (name: string) => unknown;

/** `context` reads a CDK context value; environment variables take precedence. */
export function readDeployConfig(context: Read, env: NodeJS.ProcessEnv = process.env): DeployConfig {
  const stage = String(env.CANTERA_STAGE ?? context('stage') ?? 'dev');
  if (!/^[a-z][a-z0-9]{0,11}$/.test(stage) || stage === 'local') {
    throw new Error(`Invalid stage "${stage}": use a to z and digits, at most 12, and not "local"`);
  }
  const config: DeployConfig = { ...defaults, production: false, stage, ...stages[stage] };
  for (const name of Object.keys(config) as (keyof DeployConfig)[]) {
    const given = env[toVariableName(name)] ?? (name === 'stage' ? undefined : context(name));
    if (given !== undefined && name !== 'stage')
      Object.assign(config, { [name]: convertSetting(config[name], given, name) });
  }
  if (config.domain && !config.certificateArn.includes(':us-east-1:')) {
    throw new Error('A domain needs certificateArn: an ACM certificate in us-east-1 for it and for its media host');
  }
  if (config.production && config.company.taxId === defaults.company.taxId) {
    throw new Error(
      'A production stage needs company: the operating company as JSON {name, taxId, address, email}, for the legal pages',
    );
  }
  if (config.production && !config.alarmEmail) {
    throw new Error('A production stage needs alarmEmail: the recipient of operational alarms');
  }
  if (!channelTypes.includes(config.channelType)) {
    throw new Error(`The setting channelType must be ${channelTypes.join(' or ')}, not ${config.channelType}`);
  }
  if (!ladderKinds.includes(config.ladder)) {
    throw new Error(`The setting ladder must be ${ladderKinds.join(' or ')}, not ${config.ladder}`);
  }
  if (!liveDeliveries.includes(config.liveDelivery)) {
    throw new Error(`The setting liveDelivery must be ${liveDeliveries.join(' or ')}, not ${config.liveDelivery}`);
  }
  if (!broadcastEncodings.includes(config.broadcastEncoding)) {
    throw new Error(
      `The setting broadcastEncoding must be ${broadcastEncodings.join(' or ')}, not ${config.broadcastEncoding}`,
    );
  }
  checkEdgePlans(config);
  for (const name of ['cameraTime', 'imageRights'] as const) {
    if (!['avisar', 'exigir'].includes(config[name])) {
      throw new Error(`The setting ${name} must be avisar or exigir, not ${config[name]}`);
    }
  }
  const { before, after } = config.cameraMinutes;
  if (![before, after].every((minutes) => Number.isInteger(minutes) && minutes >= 0 && minutes <= 240)) {
    throw new Error(
      `The setting cameraMinutes must be before and after, from 0 to 240: ${JSON.stringify(config.cameraMinutes)}`,
    );
  }
  if (!isDayOfYear(config.seasonLastDay)) {
    throw new Error(`The setting seasonLastDay must be month and day, like ${usualLastDay}: ${config.seasonLastDay}`);
  }
  if (config.emailFrom && !isMailSender(config.emailFrom)) {
    throw new Error(
      `The setting emailFrom must be "Name <address>" in plain ASCII, since SES refuses others: ${config.emailFrom}`,
    );
  }
  const wrong = config.contactEmails.find((address) => !simpleEmail.test(address));
  if (wrong !== undefined) throw new Error(`The setting contactEmails has an address that SES refuses: ${wrong}`);
  // Stripe's smallest charge in euros.
  if (Object.values(config.prices).some((price) => price < 0.5)) {
    throw new Error(`The setting prices must be at least 0.50 each: ${JSON.stringify(config.prices)}`);
  }
  if (config.domain && !config.emailFrom) config.emailFrom = `Cantera TV <hola@${config.domain}>`;
  return config;
}

/** An address with or without a name; a name with signs other than letters, digits and blanks is in quotes. */
function isMailSender(sender: string): boolean {
  const [, name = '', address = sender] = /^(.*?)\s*<([^<>]*)>$/.exec(sender) ?? [];
  return simpleEmail.test(address) && /^("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w '-]*)$/.test(name);
}

export const createContextReader = (node: Node) => (name: string) => node.tryGetContext(name) as unknown;

/** For example `captchaSiteKey` → `CANTERA_CAPTCHA_SITE_KEY`. */
const toVariableName = (name: string) => `CANTERA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Converts a text from context or environment to the default's type; lists and objects are JSON. */
function convertSetting(defaultValue: unknown, given: unknown, name: string): unknown {
  if (typeof defaultValue === 'string') return String(given);
  let value = given;
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given);
    } catch {
      throw new Error(`The setting ${name} must be JSON: ${given}`);
    }
  }
  if (typeof value !== typeof defaultValue || Array.isArray(value) !== Array.isArray(defaultValue)) {
    throw new Error(`The setting ${name} must have the same type as ${JSON.stringify(defaultValue)}`);
  }
  return value;
}

/** Returns whether a resource already exists; `logicalId` may be a prefix, because the CDK appends a hash. */
export const isDeployed = ({ standing }: DeployConfig, logicalId: string) =>
  standing === '' || standing.split(',').some((id) => id.startsWith(logicalId));

/** Domain of the sender's address, which SES must verify. */
export const readEmailDomain = ({ emailFrom }: DeployConfig) => /@([\w.-]+)/.exec(emailFrom)?.[1] ?? '';

/** Contents of `/config.json`, read by web/lib/config.ts. */
export function createWebConfig(config: DeployConfig) {
  const {
    captchaSiteKey,
    prices,
    seasonLastDay,
    partnerName,
    partnerUrl,
    blogUrl,
    social,
    notice,
    analyticsId,
    company,
  } = config;
  return {
    apiUrl: '/api',
    captchaUrl: captchaOrigin,
    captchaSiteKey,
    prices,
    seasonLastDay,
    partnerName,
    partnerUrl,
    ...(blogUrl && { blogUrl }),
    social,
    notice,
    analyticsId,
    livePlayer: 'ivs',
    company,
  };
}

export const captchaOrigin = 'https://www.google.com';
