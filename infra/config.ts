/**
 * What differs between stages of the deployment. Defaults suit a trial without a domain; a stage overrides them here,
 * an operator by context (`-c domain=cantera.example`) or by environment variable (`CANTERA_DOMAIN=…`).
 */
import type { Node } from 'constructs';
import { isDayOfYear, usualLastDay } from '../shared/domain/season.ts';

export interface DeployConfig {
  /** Lower case; the names of everything begin with `cantera-<stage>-`. */
  stage: string;
  /** A region that has IVS. */
  region: string;
  /** The web's host; the media host is `media.` before it. Without one, CloudFront's own names serve. */
  domain: string;
  /** ACM certificate in us-east-1 for both hosts; needed with a domain. */
  certificateArn: string;
  /** Route 53 zone in which both names are made; without one they are made elsewhere by hand. */
  hostedZoneId: string;
  /** Kept for ever and never deleted with a stack. */
  production: boolean;
  /**
   * Logical ids of what stands in the stack Data, with commas: only these are protected. `npm run deploy` sets it for its
   * first step; empty, everything is protected.
   */
  standing: string;
  /** Raised by one, it renews the keys that sign playback. */
  keyGeneration: number;
  /** The check of forms is off while this is empty; its server key lies in the secret `cantera/<stage>/captcha`. */
  captchaSiteKey: string;
  /** Where operational alarms are mailed to; without an address nobody is told. Production needs one. */
  alarmEmail: string;
  /** US dollars a month: who gets the alarms hears when the account is about to spend more. 0 for no watch. */
  monthlyBudget: number;
  /** A web application firewall before the web host: some 7 $ a month, and 0.60 $ per million requests. */
  firewall: boolean;
  /** The most that the API answers; more get a 429 (and cost nothing). A match with 50,000 viewers asks for 10,000. */
  requestsPerSecond: number;
  /** Of cameras made from now on. `BASIC` costs a tenth and shows one picture for all lines, of at most 3.5 Mbit/s: for stages of tests. */
  channelType: 'STANDARD' | 'BASIC';
  /** X-Ray follows one request a second and 5 % of the others through the functions: 5 $ per million followed. */
  tracing: boolean;
  prices: { event: number; monthly: number };
  /** `MM-DD`, the same every year: subscriptions end with it. */
  seasonLastDay: string;
  partnerName: string;
  partnerUrl: string;
  blogUrl: string;
  social: { name: string; url: string }[];
  /** Measurement id of Google Analytics 4; nothing is measured while it is empty. */
  analyticsId: string;
  /** Who runs the site, for the legal pages. */
  company: { name: string; taxId: string; address: string; email: string };
  /** Sender of the product's mail, `Name <address>`; with a domain `hola@` it unless said. */
  emailFrom: string;
  /** Where the contact form's messages go. */
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
  requestsPerSecond: 1000,
  channelType: 'STANDARD',
  tracing: true,
  prices: { event: 1.99, monthly: 6.99 },
  seasonLastDay: usualLastDay,
  partnerName: 'nuestro operador',
  partnerUrl: '',
  blogUrl: '',
  social: [],
  analyticsId: '',
  // Invented, and said to be so: a stage in production needs its own.
  company: {
    name: 'Cantera TV (demostración)',
    taxId: 'B00000000',
    address: 'Calle de la Cantera 1, 30001 Murcia',
    email: 'hola@cantera.example',
  },
  emailFrom: '',
  contactEmails: [],
};

/** Per stage, what is not a default. */
const stages: Record<string, Partial<DeployConfig>> = {
  prod: { production: true },
};

type Read = (name: string) => unknown;

/** `context` reads a value of the CDK's context; an environment variable comes before it. */
export function deployConfig(context: Read, env: NodeJS.ProcessEnv = process.env): DeployConfig {
  const stage = String(env.CANTERA_STAGE ?? context('stage') ?? 'dev');
  if (!/^[a-z][a-z0-9]{0,11}$/.test(stage) || stage === 'local') {
    throw new Error(`The stage "${stage}" is no name for one: a to z and digits, at most 12, and not "local"`);
  }
  const config: DeployConfig = { ...defaults, production: false, stage, ...stages[stage] };
  for (const name of Object.keys(config) as (keyof DeployConfig)[]) {
    const given = env[variableOf(name)] ?? (name === 'stage' ? undefined : context(name));
    if (given !== undefined && name !== 'stage') Object.assign(config, { [name]: like(config[name], given, name) });
  }
  if (config.domain && !config.certificateArn.includes(':us-east-1:')) {
    throw new Error('A domain needs certificateArn: an ACM certificate in us-east-1 for it and for its media. host');
  }
  if (config.production && config.company.taxId === defaults.company.taxId) {
    throw new Error(
      'A production stage needs company: who runs the site, as JSON {name, taxId, address, email}, for the legal pages',
    );
  }
  if (config.production && !config.alarmEmail) {
    throw new Error('A production stage needs alarmEmail: the address of whoever is on duty');
  }
  if (!['STANDARD', 'BASIC'].includes(config.channelType)) {
    throw new Error(`The setting channelType is STANDARD or BASIC, not ${config.channelType}`);
  }
  if (!isDayOfYear(config.seasonLastDay)) {
    throw new Error(`The setting seasonLastDay must be month and day, like ${usualLastDay}: ${config.seasonLastDay}`);
  }
  if (config.domain && !config.emailFrom) config.emailFrom = `Cantera TV <hola@${config.domain}>`;
  return config;
}

export const contextOf = (node: Node) => (name: string) => node.tryGetContext(name) as unknown;

/** `captchaSiteKey` → `CANTERA_CAPTCHA_SITE_KEY`. */
const variableOf = (name: string) => `CANTERA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Context and variables are text: lists and objects are given as JSON. */
function like(standard: unknown, given: unknown, name: string): unknown {
  if (typeof standard === 'string') return String(given);
  let value = given;
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given);
    } catch {
      throw new Error(`The setting ${name} must be JSON: ${given}`);
    }
  }
  if (typeof value !== typeof standard || Array.isArray(value) !== Array.isArray(standard)) {
    throw new Error(`The setting ${name} is of another kind than ${JSON.stringify(standard)}`);
  }
  return value;
}

/** `logicalId` may be the beginning of one: the CDK adds a hash. */
export const isStanding = ({ standing }: DeployConfig, logicalId: string) =>
  standing === '' || standing.split(',').some((id) => id.startsWith(logicalId));

/** The domain of the sender's address, which SES must know. */
export const emailDomain = ({ emailFrom }: DeployConfig) => /@([\w.-]+)/.exec(emailFrom)?.[1] ?? '';

/** `/config.json` of the web app: web/lib/config.ts reads it. */
export function webConfig(config: DeployConfig) {
  const { captchaSiteKey, prices, seasonLastDay, partnerName, partnerUrl, blogUrl, social, analyticsId, company } =
    config;
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
    analyticsId,
    livePlayer: 'ivs',
    company,
  };
}

export const captchaOrigin = 'https://www.google.com';
