/** Settings of a stage, with defaults that suit a trial without a domain. */
import type { ChannelType } from '../functions/platform/aws/channel-type.ts';
import type { BroadcastEncoding } from '../functions/recordings/media/broadcast-encoding.ts';
import type { LadderKind } from '../functions/recordings/media/renditions.ts';
import type { LiveDelivery } from '../functions/viewing/playback/live-delivery.ts';
import type { Prices } from '../shared/domain/plans.ts';
import { usualLastDay } from '../shared/domain/season.ts';
import type { SellerKind } from '../shared/domain/seller.ts';
import type { Shares } from '../shared/domain/statement.ts';
import type { VatRates } from '../shared/domain/vat.ts';
import type { EdgePlansSetting } from './costs/edge-plans.ts';

export interface DeployConfig {
  /** Lower-case name, which prefixes all resource names: `cantera-<stage>-`. */
  stage: string;
  /** AWS region, which must have IVS. */
  region: string;
  /** Host of the web app; the media host is `media.<domain>`. Empty: CloudFront's own names. */
  domain: string;
  /** ACM certificate in us-east-1 for both hosts; required with a domain. */
  certificateArn: string;
  /** Route 53 zone for the records of both hosts; without it, an operator creates them. */
  hostedZoneId: string;
  /** Retains data and protects it against deletion. */
  production: boolean;
  /**
   * Logical ids of existing resources in the stack Data, separated by commas: these are protected; empty protects all.
   * `npm run deploy` sets it for its first step.
   */
  existingResources: string;
  /** Increment to rotate the playback signing keys. */
  keyGeneration: number;
  /** reCAPTCHA site key; empty disables the captcha. The secret `cantera/<stage>/captcha` holds the server key. */
  captchaSiteKey: string;
  /** Recipient of operational alarms; required in production. */
  alarmEmail: string;
  /** Budget in US dollars per month, with warnings to `alarmEmail`; 0 for none. */
  monthlyBudget: number;
  /** Adds a web application firewall to the web host: about $7 per month, and $0.60 per million requests. */
  firewall: boolean;
  /**
   * Sets HSTS for every subdomain of `domain`, for two years, and for the browsers' preload lists. No subdomain is then
   * reachable without TLS, and leaving the lists takes months. Off, HSTS covers the stage's own hosts.
   */
  strictSubdomains: boolean;
  /**
   * Requests per second that the API accepts; it answers 429 to others, at no cost. 1,000 suffice for 8,500 viewers,
   * 10,000 for 50,000.
   */
  requestsPerSecond: number;
  /** Expected maximum of concurrent viewers, from which `npm run doctor` derives settings and quotas; 0 if unknown. */
  audience: number;
  /** Expected maximum of matches on air at once, over which that audience is spread. */
  matches: number;
  /**
   * IVS type of new channels. `ADVANCED_HD` (at most 720 lines) costs less than half of `STANDARD`, `ADVANCED_SD` (480)
   * a quarter. `BASIC`, for test stages, costs a tenth, but has one rendition of at most 3.5 Mbit/s.
   */
  channelType: ChannelType;
  /** Renditions of recordings: `FULL` has up to 1080 lines; `LIGHT` has 720 and 360, for half the encoding price. */
  ladder: LadderKind;
  /**
   * `RECORDING` delivers a live from its growing recording, about a minute late: nearly free with a plan of the edge,
   * dearer than IVS without one. A viewer may switch to IVS, a few seconds late, for $0.075 an hour.
   */
  liveDelivery: LiveDelivery;
  /**
   * `NEVER` plays an ended broadcast from IVS's own files, without encryption and seek-bar pictures. That saves $4.90
   * an hour, but its bytes cost double without a plan of the edge. `WATCHED` encodes a broadcast once a viewer watches
   * it. Both apply to later broadcasts only; *Regenerar* encodes one at once.
   */
  broadcastEncoding: BroadcastEncoding;
  /** Flat-rate plan of each host; empty pays by use (costs/edge-plans.ts). */
  edgePlans: EdgePlansSetting;
  /**
   * `exigir` shows and records cameras and profiles only around their match, or when staff say so. `avisar` does so
   * whenever they are on air, unless their match is called off, and tells staff.
   */
  cameraTime: 'avisar' | 'exigir';
  /** Minutes of a camera's airtime before the start of its match, and after the match's planned end. */
  cameraMinutes: { before: number; after: number };
  /**
   * `exigir` keeps a match of minors private until the guardians of both sides have authorised it and the club has
   * accepted the contract. `avisar` shows it, and tells staff what is missing.
   */
  imageRights: 'avisar' | 'exigir';
  /**
   * Enables X-Ray, which samples one request per second and 5 % of the others, for $5 per million traces. Scheduled jobs
   * are not traced.
   */
  tracing: boolean;
  /**
   * Euros, VAT included, of the plans that the stage sells (shared/domain/plans.ts); 0 sells no season, club pass or
   * family plan. Staff may set a price for one match, from `eventMin` to `eventMax`. What is left out keeps its default.
   */
  prices: Prices & { eventMin: number; eventMax: number };
  /** Screens that a family plan plays at once. A plan keeps those it was sold with. */
  familyScreens: 2 | 3;
  /** The paywall names Bizum, which must then be on in the payment provider's settings. */
  bizum: boolean;
  /** Day on which subscriptions end each year, as `MM-DD`. */
  seasonLastDay: string;
  partnerName: string;
  partnerUrl: string;
  blogUrl: string;
  social: { name: string; url: string }[];
  /** A sentence above every page, for example about tonight's maintenance; empty for none. */
  notice: string;
  /** Measurement id of Google Analytics 4; empty disables analytics. */
  analyticsId: string;
  /**
   * `own`: the company sells, with invoices of its own. `managed`: the payment provider is the seller of record of new
   * orders, with its invoices and taxes, without Bizum; its dashboard wants its terms accepted first. What was sold before
   * stays as it was.
   */
  seller: SellerKind;
  /** Operating company, which sells unless `seller` says otherwise: for the legal pages, the orders and their emails. */
  company: { name: string; taxId: string; address: string; email: string };
  /** Maker of this software, who declares that its invoices follow the agency's rules (the page /declaracion-responsable). */
  maker: { name: string; taxId: string; address: string; email: string };
  /** Statements that the law wants; a production stage needs all of them. */
  legal: {
    /** Entry in the commercial register, such as 'Registro Mercantil de Murcia, hoja MU-12345' (LSSI, art. 10). */
    registry: string;
    /** Email of the single contact point for authorities and users (DSA, art. 11 and 12). */
    contactPoint: string;
    /** The place where consumers get complaint forms (hojas de reclamaciones). */
    complaints: string;
    /** Day of the last review of the accessibility, `YYYY-MM-DD` (Ley 11/2023). */
    accessibilityReview: string;
    /** Age from which a minor consents to the use of personal data: 14 by LOPDGDD, art. 7. */
    consentAge: number;
  };
  /** Percentage of the net income by plan that a club earns; an admin may set others for a club. */
  clubShares: Shares;
  /**
   * VAT that the prices include, in percent, by the buyer's place as the payment provider knows it: `default`, a country
   * (`PT`), or two digits of a Spanish postal code (`ES-35`). 'exento' and 'no sujeto' charge none.
   */
  vat: VatRates;
  /**
   * Address of the terms of sale that the payment provider's page asks to accept. Set the same one in the provider's
   * public details first: without it there, the provider refuses every order. Empty: its page does not ask.
   */
  termsAddress: string;
  /** Words by which footer, account and page offer the withdrawal from a contract. */
  withdrawalLabel: string;
  /** Sender of emails, `Name <address>`; defaults to `hola@<domain>`. */
  emailFrom: string;
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
  matches: 1,
  channelType: 'STANDARD',
  ladder: 'FULL',
  liveDelivery: 'IVS',
  broadcastEncoding: 'ALWAYS',
  edgePlans: { media: '', web: '' },
  cameraTime: 'avisar',
  cameraMinutes: { before: 30, after: 60 },
  imageRights: 'avisar',
  tracing: true,
  prices: { event: 1.99, eventMin: 0.99, eventMax: 9.99, monthly: 6.99, season: 49, club: 29, family: 9.99 },
  familyScreens: 3,
  bizum: true,
  seasonLastDay: usualLastDay,
  partnerName: 'nuestro operador',
  partnerUrl: '',
  blogUrl: '',
  social: [],
  notice: '',
  analyticsId: '',
  seller: 'own',
  // This company is invented, and its name says so; production requires real data.
  company: {
    name: 'Cantera TV (demostración)',
    taxId: 'B00000000',
    address: 'Calle de la Cantera 1, 30001 Murcia',
    email: 'hola@cantera.example',
  },
  maker: {
    name: 'Cantera TV (demostración)',
    taxId: 'B00000000',
    address: 'Calle de la Cantera 1, 30001 Murcia',
    email: 'hola@cantera.example',
  },
  legal: { registry: '', contactPoint: '', complaints: '', accessibilityReview: '', consentAge: 14 },
  clubShares: { event: 50, club: 50, month: 30, season: 30, family: 30 },
  // The Canary Islands, Ceuta and Melilla have taxes of their own.
  vat: { default: 21, 'ES-35': 'no sujeto', 'ES-38': 'no sujeto', 'ES-51': 'no sujeto', 'ES-52': 'no sujeto' },
  termsAddress: '',
  withdrawalLabel: 'Desistir del contrato',
  emailFrom: '',
  contactEmails: [],
};
