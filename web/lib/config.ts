import type { SellerKind } from '../../shared/domain/seller.ts';

/**
 * Values of the stage, read from /config.json at the start, so that one build serves every stage. The defaults are
 * those of the local platform.
 */
export interface AppConfig {
  /** Base address of the API; a path belongs to the site's own origin. */
  apiUrl: string;
  captchaUrl: string;
  captchaSiteKey: string;
  /** Euros; 0 or absent for a plan that the stage does not sell (shared/domain/plans.ts). */
  prices: {
    event: number;
    monthly: number;
    season?: number;
    club?: number;
    family?: number;
    eventMin?: number;
    eventMax?: number;
  };
  familyScreens: number;
  /** One match can be paid by Bizum. */
  bizum: boolean;
  /** Month and day, `MM-DD`. */
  seasonLastDay: string;
  blogUrl: string;
  partnerName: string;
  partnerUrl: string;
  social: { name: string; url: string }[];
  /** A sentence above every page; empty for none. */
  notice: string;
  /** Measurement id of Google Analytics 4; empty disables analytics. */
  analyticsId: string;
  /** `ivs` plays lives with the Amazon IVS player, which has less delay. */
  livePlayer: 'ivs' | 'hls';
  withdrawalLabel: string;
  /** The operator, or the payment provider as seller of record. */
  seller: SellerKind;
  /** Operator of the site, for the legal pages. */
  company: { name: string; taxId: string; address: string; email: string };
  /** Maker of this software; the company if it is not stated. */
  maker?: AppConfig['company'];
  /** Statements that the law wants; a trial may lack them. */
  legal?: {
    registry: string;
    contactPoint: string;
    complaints: string;
    /** `YYYY-MM-DD`; empty before the first review. */
    accessibilityReview: string;
    consentAge: number;
  };
}

export const defaultConfig: AppConfig = {
  apiUrl: '/api',
  captchaUrl: 'https://www.google.com',
  captchaSiteKey: '',
  prices: { event: 1.99, eventMin: 0.99, eventMax: 9.99, monthly: 6.99, season: 49, club: 29, family: 9.99 },
  familyScreens: 3,
  bizum: true,
  seasonLastDay: '06-30',
  blogUrl: 'https://blog.cantera.example',
  partnerName: 'nuestro operador',
  partnerUrl: '',
  social: [],
  notice: '',
  analyticsId: '',
  livePlayer: 'hls',
  withdrawalLabel: 'Desistir del contrato',
  seller: 'own',
  company: {
    name: 'Cantera TV (demostración)',
    taxId: 'B00000000',
    address: 'Calle de la Cantera 1, 30001 Murcia',
    email: 'hola@cantera.example',
  },
};

let loaded: Promise<AppConfig> | undefined;

/** Loads the file once; without a valid file, the defaults apply. */
export function loadConfig(): Promise<AppConfig> {
  loaded ??= readConfig().catch(() => defaultConfig);
  return loaded;
}

/** Reads the file again, because its notice may change while a page is open. */
export async function readConfig(): Promise<AppConfig> {
  const answer = await fetch('/config.json');
  const json: unknown = answer.ok ? await answer.json() : {};
  return { ...defaultConfig, ...(typeof json === 'object' ? json : {}) };
}
