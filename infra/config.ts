/**
 * Reads a stage's settings: the defaults, overridden in `stages`, by CDK context (`-c domain=cantera.example`) or by
 * environment variable (`CANTERA_DOMAIN=…`).
 */
import type { Node } from 'constructs';
import type { Variable } from '../functions/platform/aws/environment.ts';
import { describeSeller } from '../shared/domain/seller.ts';
import { checkSettings } from './setting-rules.ts';
import { type DeployConfig, defaults } from './settings.ts';

const stages: Record<string, Partial<DeployConfig>> = { prod: { production: true } };

type ReadContext = (name: string) => unknown;

/** Reads the settings. `context` reads a CDK context value; environment variables take precedence. */
export function readDeployConfig(context: ReadContext, env: NodeJS.ProcessEnv = process.env): DeployConfig {
  const stage = String(env.CANTERA_STAGE ?? context('stage') ?? 'dev');
  assertStageName(stage);
  const config: DeployConfig = { ...defaults, production: false, stage, ...stages[stage] };
  for (const name of Object.keys(config) as (keyof DeployConfig)[]) {
    const value = env[toVariableName(name)] ?? (name === 'stage' ? undefined : context(name));
    if (value !== undefined && name !== 'stage')
      Object.assign(config, { [name]: convertSetting(config[name], value, name) });
  }
  checkSettings(config);
  if (config.domain && !config.emailFrom) config.emailFrom = `Cantera TV <hola@${config.domain}>`;
  return config;
}

/** @throws Error unless the name can prefix resources; without a hyphen, no stage's prefix begins another's. */
export function assertStageName(stage: string): void {
  if (/^[a-z][a-z0-9]{0,11}$/.test(stage) && stage !== 'local') return;
  throw new Error(`Invalid stage "${stage}": use a to z and digits, at most 12, and not "local"`);
}

export const createContextReader = (node: Node) => (name: string) => node.tryGetContext(name) as unknown;

/** For example `captchaSiteKey` → `CANTERA_CAPTCHA_SITE_KEY`. */
const toVariableName = (name: string) => `CANTERA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Converts a value from context or environment to the default's type; lists and objects are JSON. */
function convertSetting(defaultValue: unknown, setting: unknown, name: string): unknown {
  if (typeof defaultValue === 'string') return String(setting);
  let value = setting;
  if (typeof setting === 'string') {
    try {
      value = JSON.parse(setting);
    } catch {
      throw new Error(`The setting ${name} must be JSON: ${setting}`);
    }
  }
  if (typeof value !== typeof defaultValue || Array.isArray(value) !== Array.isArray(defaultValue))
    throw new Error(`The setting ${name} must have the same type as ${JSON.stringify(defaultValue)}`);
  // A stage that sets some prices keeps the defaults of the others.
  return name === 'prices' ? { ...(defaultValue as object), ...(value as object) } : value;
}

/** Returns whether a resource already exists; `logicalId` may be a prefix, because the CDK appends a hash. */
export const isDeployed = ({ existingResources }: DeployConfig, logicalId: string) =>
  existingResources === '' || existingResources.split(',').some((id) => id.startsWith(logicalId));

/** Returns the domain of the sender's address, which SES must verify. */
export const readEmailDomain = ({ emailFrom }: DeployConfig) => /@([\w.-]+)/.exec(emailFrom)?.[1] ?? '';

/** Settings that browsers read as they are. */
const publishedSettings = [
  ...(['captchaSiteKey', 'prices', 'familyScreens', 'seasonLastDay', 'partnerName', 'partnerUrl', 'social'] as const),
  ...(['notice', 'analyticsId', 'withdrawalLabel', 'seller', 'company', 'maker', 'legal'] as const),
];

/** Creates the contents of `/config.json`, which web/lib/config.ts reads. */
export const createWebConfig = (config: DeployConfig) => ({
  apiUrl: '/api',
  captchaUrl: captchaOrigin,
  ...Object.fromEntries(publishedSettings.map((name) => [name, config[name]])),
  // The provider does not offer Bizum where it is the seller.
  bizum: config.bizum && config.seller === 'own',
  ...(config.blogUrl && { blogUrl: config.blogUrl }),
  livePlayer: 'ivs',
});

/** Environment variables by which functions read a stage's settings. */
export const createSettingVariables = (config: DeployConfig): Partial<Record<Variable, string>> => ({
  PRICES: JSON.stringify(config.prices),
  FAMILY_SCREENS: String(config.familyScreens),
  SEASON_LAST_DAY: config.seasonLastDay,
  SELLER: describeSeller(config.seller, config.company),
  SELLER_KIND: config.seller,
  COMPANY: JSON.stringify(config.company),
  MAKER: JSON.stringify(config.maker),
  CLUB_SHARES: JSON.stringify(config.clubShares),
  VAT_RATES: JSON.stringify(config.vat),
  ...(config.termsAddress && { TERMS_ADDRESS: config.termsAddress }),
  KEY_GENERATION: String(config.keyGeneration),
  CHANNEL_TYPE: config.channelType,
  LADDER: config.ladder,
  LIVE_DELIVERY: config.liveDelivery,
  BROADCAST_ENCODING: config.broadcastEncoding,
  CAMERA_TIME: config.cameraTime,
  IMAGE_RIGHTS: config.imageRights,
  CAMERA_MINUTES_BEFORE: String(config.cameraMinutes.before),
  CAMERA_MINUTES_AFTER: String(config.cameraMinutes.after),
});

export const captchaOrigin = 'https://www.google.com';
