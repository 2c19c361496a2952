import { channelTypes } from '../functions/platform/aws/channel-type.ts';
import { broadcastEncodings } from '../functions/recordings/media/broadcast-encoding.ts';
import { ladderKinds } from '../functions/recordings/media/renditions.ts';
import { liveDeliveries } from '../functions/viewing/playback/live-delivery.ts';
import { isDayOfYear, usualLastDay } from '../shared/domain/season.ts';
import { sellerKinds } from '../shared/domain/seller.ts';
import { simpleEmail } from '../shared/domain/simple-email.ts';
import { checkEdgePlans } from './costs/edge-plans.ts';
import { type DeployConfig, defaults } from './settings.ts';

/** Settings that have one of some values. */
const choices = {
  channelType: channelTypes,
  ladder: ladderKinds,
  liveDelivery: liveDeliveries,
  broadcastEncoding: broadcastEncodings,
  seller: sellerKinds,
  cameraTime: ['avisar', 'exigir'],
  imageRights: ['avisar', 'exigir'],
  familyScreens: [2, 3],
} satisfies Partial<Record<keyof DeployConfig, readonly unknown[]>>;

/** Checks the settings. @throws Error that names the setting and its rule. */
export function checkSettings(config: DeployConfig): void {
  if (config.domain && !config.certificateArn.includes(':us-east-1:'))
    throw new Error('A domain needs certificateArn: an ACM certificate in us-east-1 for it and for its media host');
  if (config.production && config.company.taxId === defaults.company.taxId) {
    throw new Error(
      'A production stage needs company: the operating company as JSON {name, taxId, address, email}, for the legal pages',
    );
  }
  if (config.production && !config.alarmEmail)
    throw new Error('A production stage needs alarmEmail: the recipient of operational alarms');
  const [lacking] = listMissingLegalData(config);
  if (config.production && lacking) throw new Error(`A production stage needs ${lacking}`);
  const { contactPoint, accessibilityReview, consentAge } = config.legal;
  if (contactPoint && !simpleEmail.test(contactPoint))
    throw new Error(`The setting legal.contactPoint must be an email: ${contactPoint}`);
  if (accessibilityReview && !/^20\d\d-\d\d-\d\d$/.test(accessibilityReview))
    throw new Error(`The setting legal.accessibilityReview must be a day, YYYY-MM-DD: ${accessibilityReview}`);
  if (!Number.isInteger(consentAge) || consentAge < 13 || consentAge > 18)
    throw new Error(`The setting legal.consentAge must be a whole number from 13 to 18: ${consentAge}`);
  if (!Number.isInteger(config.matches) || config.matches < 1)
    throw new Error(`The setting matches must be a whole number of at least 1, not ${config.matches}`);
  for (const [name, values] of Object.entries(choices)) {
    const chosen = config[name as keyof typeof choices];
    if (!(values as readonly unknown[]).includes(chosen))
      throw new Error(`The setting ${name} must be ${values.join(' or ')}, not ${chosen}`);
  }
  checkEdgePlans(config);
  const { before, after } = config.cameraMinutes;
  if (![before, after].every((minutes) => Number.isInteger(minutes) && minutes >= 0 && minutes <= 240)) {
    throw new Error(
      `The setting cameraMinutes must be before and after, from 0 to 240: ${JSON.stringify(config.cameraMinutes)}`,
    );
  }
  if (!isDayOfYear(config.seasonLastDay))
    throw new Error(`The setting seasonLastDay must be month and day, like ${usualLastDay}: ${config.seasonLastDay}`);
  if (config.emailFrom && !isMailSender(config.emailFrom)) {
    throw new Error(
      `The setting emailFrom must be "Name <address>" in plain ASCII, since SES refuses others: ${config.emailFrom}`,
    );
  }
  const wrong = config.contactEmails.find((address) => !simpleEmail.test(address));
  if (wrong !== undefined) throw new Error(`The setting contactEmails has an address that SES refuses: ${wrong}`);
  if (config.termsAddress && !/^https:\/\/\S+$/.test(config.termsAddress))
    throw new Error(`The setting termsAddress must be an address that begins with https://: ${config.termsAddress}`);
  if (Object.values(config.clubShares).some((percent) => !(percent >= 0 && percent <= 100)))
    throw new Error(`The setting clubShares must be percentages: ${JSON.stringify(config.clubShares)}`);
  for (const [place, rate] of Object.entries(config.vat)) {
    const isRate = typeof rate === 'number' ? rate >= 0 && rate <= 30 : rate === 'exento' || rate === 'no sujeto';
    if (!isRate || !/^(default|[A-Z]{2}|ES-\d{2})$/.test(place))
      throw new Error(
        `The setting vat must map default, a country or ES and two digits to a percentage, 'exento' or 'no sujeto': ${place} ${rate}`,
      );
  }
  if (config.vat.default === undefined) throw new Error('The setting vat must have a rate for default');
  const { event, eventMin, eventMax, monthly, ...others } = config.prices;
  if (Object.values(config.prices).some((price) => price > mostSimplified))
    throw new Error(
      `The setting prices must be at most ${mostSimplified} each: a simplified invoice cannot be over more (RD 1619/2012, art. 4)`,
    );
  // Stripe's smallest charge in euros. The two plans of every stage cannot be left out.
  const isWrong = (price: unknown) => typeof price !== 'number' || price < 0.5;
  if (
    [event, eventMin, eventMax, monthly].some(isWrong) ||
    Object.values(others).some((price) => price !== 0 && isWrong(price))
  )
    throw new Error(
      `The setting prices must be at least 0.50 each, or 0 for a plan that is not sold: ${JSON.stringify(config.prices)}`,
    );
  if (eventMin > eventMax)
    throw new Error(`The setting prices must have eventMin below eventMax: ${JSON.stringify(config.prices)}`);
}

/** Euros, VAT included. Above it, each order would need the buyer's tax number before it is paid. */
const mostSimplified = 400;

/** Lists in words for operators what a stage lacks to sell to the public. */
export function listMissingLegalData({ legal, termsAddress, maker }: DeployConfig): string[] {
  const missing: [unknown, string][] = [
    [legal.registry, 'legal.registry: the entry in the commercial register'],
    [legal.contactPoint, 'legal.contactPoint: the email of the contact point for notices'],
    [legal.complaints, 'legal.complaints: the place where consumers get complaint forms'],
    [legal.accessibilityReview, 'legal.accessibilityReview: the day of the last review of the accessibility'],
    [termsAddress, "termsAddress: the address of the terms, set in the payment provider's public details too"],
    [maker.taxId !== defaults.maker.taxId, 'maker: who made this software, as JSON {name, taxId, address, email}'],
  ];
  return missing.flatMap(([value, text]) => (value ? [] : [text]));
}

/**
 * Accepts an address with or without a name; a name with characters other than letters, digits and blanks must be
 * quoted.
 */
function isMailSender(sender: string): boolean {
  const [, name = '', address = sender] = /^(.*?)\s*<([^<>]*)>$/.exec(sender) ?? [];
  return simpleEmail.test(address) && /^("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w '-]*)$/.test(name);
}
