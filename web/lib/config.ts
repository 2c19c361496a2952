/**
 * What differs between stages, read from /config.json at start so that one build serves them all. Every value has a
 * default that works on the local platform.
 */
export interface AppConfig {
  /** Where the API answers; a path means this site's own origin. */
  apiUrl: string;
  captchaUrl: string;
  captchaSiteKey: string;
  prices: { event: number; monthly: number };
  /** Month and day, `MM-DD`. */
  seasonLastDay: string;
  blogUrl: string;
  partnerName: string;
  partnerUrl: string;
  social: { name: string; url: string }[];
  /** Measurement id of Google Analytics 4; nothing is measured without one. */
  analyticsId: string;
  /** `ivs` where lives come from Amazon IVS, whose own player has less delay. */
  livePlayer: 'ivs' | 'hls';
  /** Who runs the site, for the legal pages. */
  company: { name: string; taxId: string; address: string; email: string };
}

export const defaultConfig: AppConfig = {
  apiUrl: '/api',
  captchaUrl: 'https://www.google.com',
  captchaSiteKey: '',
  prices: { event: 1.99, monthly: 6.99 },
  seasonLastDay: '06-30',
  blogUrl: 'https://blog.cantera.example',
  partnerName: 'nuestro operador',
  partnerUrl: '',
  social: [],
  analyticsId: '',
  livePlayer: 'hls',
  company: {
    name: 'Cantera TV (demostración)',
    taxId: 'B00000000',
    address: 'Calle de la Cantera 1, 30001 Murcia',
    email: 'hola@cantera.example',
  },
};

let loaded: Promise<AppConfig> | undefined;

/** Asked for once; a missing or broken file leaves the defaults. */
export function loadConfig(): Promise<AppConfig> {
  loaded ??= fetch('/config.json')
    .then((answer) => (answer.ok ? answer.json() : {}))
    .then((json: unknown) => ({ ...defaultConfig, ...(typeof json === 'object' ? json : {}) }))
    .catch(() => defaultConfig);
  return loaded;
}
