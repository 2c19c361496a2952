/**
 * Screens of the product and their states. The tables beside this file list them all; `screens.spec.ts` reads,
 * photographs and checks each. A new screen is one row of a table.
 */
import type { Page } from '@playwright/test';
import type { StoredUser } from '../../../functions/platform/auth/rules.ts';
import type { Role } from '../../../shared/contract/user.ts';

/**
 * The API's answers: `full` unchanged; `empty` without items; `long` with the longest names and many pages; `error` a
 * failure; `loading` never.
 */
export type State = 'full' | 'empty' | 'long' | 'error' | 'loading';

/** Text on the screen; true requires only a heading. */
export type Shown = string | RegExp | true;

export interface Screen {
  /** Also part of picture names: letters, digits and hyphens. */
  name: string;
  /** Role of the viewer; a visitor by default. */
  who?: Role;
  fields?: Partial<StoredUser>;
  /** The address, or a function that creates the record and returns its address. */
  path: string | (() => Promise<string>);
  shows: Shown;
  /** Texts in the other states. `loading` defaults to 'Cargando'. */
  states?: Partial<Record<Exclude<State, 'full'>, Shown>>;
  /** Prepares the page before the address is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Acts on the screen before it is checked, such as opening a menu or submitting a form. */
  act?: (page: Page) => Promise<unknown>;
  /** The size of screens that exist in one only. */
  only?: 'desktop' | 'phone';
}

/** States of a list that is read from the API. */
export const listStates = ({ empty = 'No hay resultados disponibles' }: { empty?: string } = {}) =>
  ({ empty, long: true, error: failure, loading: loading }) as const;

/** Number of a demo record that does not exist. */
export const missing = 999;

export const loading = 'Cargando';
export const failure = 'Algo salió mal. Intenta de nuevo en un rato';

/** Addresses of the user's own data, which are the same in every state, so that the user stays logged in. */
const ownData = /\/api\/(live\/)?(users\/me|session)$/;

/** Selects the API addresses whose answers depend on the state. */
export const isStateful = (address: string) => {
  const { pathname } = new URL(address);
  return pathname.startsWith('/api/') && !ownData.test(pathname);
};

/** Makes the API answer as in this state from now on. */
export async function answerAs(page: Page, state: State): Promise<void> {
  if (state === 'full') return;
  await page.route(
    ({ href }) => isStateful(href),
    async (route) => {
      if (state === 'loading') return;
      if (state === 'error') {
        return route.fulfill({ status: 500, json: { code: 'REQ5000', message: failure } });
      }
      const response = await route.fetch();
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
      return route.fulfill({ response, json: alterAnswer(await response.json(), state) });
    },
  );
}

const long = {
  name: 'Agrupación Deportiva Escuela Municipal de Fútbol Base y Baloncesto de San Bartolomé de la Vega Alta #agrupaciondeportivasanbartolomevegaalta',
  text: 'Jornada decimoséptima de la liga, aplazada por la lluvia del domingo. '.repeat(6).trim(),
};
const names = new Set(['name', 'title', 'label', 'eventTitle', 'categoryName']);
const texts = new Set(['summary', 'description']);

/** Empties the lists of an answer, or lengthens its names. */
function alterAnswer(value: unknown, state: State, key = ''): unknown {
  if (Array.isArray(value)) return state === 'empty' ? [] : value.map((item) => alterAnswer(item, state));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, alterAnswer(inner, state, name)]));
  }
  if (state === 'empty' && key === 'total') return 0;
  if (state === 'empty' && key === 'totalPages') return 1;
  if (state === 'long' && key === 'totalPages') return 140;
  if (state === 'long' && typeof value === 'string') {
    if (names.has(key)) return long.name;
    if (texts.has(key)) return long.text;
  }
  return value;
}
