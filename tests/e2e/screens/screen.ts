/**
 * A screen of the product and the states in which somebody may find it. The tables beside this file list them all;
 * `screens.spec.ts` reads, photographs and checks each. A new screen is one row of its table.
 */
import type { Page } from '@playwright/test';
import type { StoredUser } from '../../../functions/platform/auth/rules.ts';
import type { Role } from '../../../shared/contract/accounts.ts';

/**
 * How the API answers while the screen is looked at: `full` as it does; `empty` without any item; `long` with names as
 * long as they come, and many pages; `error` with a failure; `loading` not at all.
 */
export type State = 'full' | 'empty' | 'long' | 'error' | 'loading';

/** What can be read on the screen; true: only that it is there, with its heading. */
export type Shown = string | RegExp | true;

export interface Screen {
  /** Of the pictures too: letters, digits and hyphens. */
  name: string;
  /** Who looks; left out, a visitor. */
  who?: Role;
  /** What that person has beside the role. */
  fields?: Partial<StoredUser>;
  /** The address, or how what it shows is made. */
  path: string | (() => Promise<string>);
  /** What it shows as it is. */
  shows: Shown;
  /** What it shows in the other states. Loading is said by 'Cargando' unless the row says otherwise. */
  states?: Partial<Record<Exclude<State, 'full'>, Shown>>;
  /** What was done before the address is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** What is done on the screen before it is looked at: a menu opened, a form sent. */
  act?: (page: Page) => Promise<unknown>;
  /** For what exists at one size only. */
  only?: 'desktop' | 'phone';
}

/** A list that is read from the API, with texts of its own or those of every such list. */
export const listStates = ({ empty = 'No hay resultados disponibles' }: { empty?: string } = {}) =>
  ({ empty, long: true, error: failure, loading: loading }) as const;

export const loading = 'Cargando';
/** What a failed answer of the API says. */
export const failure = 'Algo salió mal. Intenta de nuevo en un rato';

/** Own data never change with the state: somebody stays logged in. */
const ownData = /\/api\/(live\/)?(users\/me|session)$/;

/** Whether an address of the API answers as the state says. */
export const isHeld = (address: string) => {
  const { pathname } = new URL(address);
  return pathname.startsWith('/api/') && !ownData.test(pathname);
};

/** Makes the API answer as the state says, from now on. */
export async function answerAs(page: Page, state: State): Promise<void> {
  if (state === 'full') return;
  await page.route(
    ({ href }) => isHeld(href),
    async (route) => {
      if (state === 'loading') return;
      if (state === 'error') {
        return route.fulfill({ status: 500, json: { code: 'REQ5000', message: failure } });
      }
      const response = await route.fetch();
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
      return route.fulfill({ response, json: changed(await response.json(), state) });
    },
  );
}

const long = {
  name: 'Agrupación Deportiva Escuela Municipal de Fútbol Base y Baloncesto de San Bartolomé de la Vega Alta #agrupaciondeportivasanbartolomevegaalta',
  text: 'Jornada decimoséptima de la liga, aplazada por la lluvia del domingo. '.repeat(6).trim(),
};
const names = new Set(['name', 'title', 'label', 'eventTitle', 'categoryName']);
const texts = new Set(['summary', 'description']);

/** The same answer without its lists' items, or with long names in it. */
function changed(value: unknown, state: State, key = ''): unknown {
  if (Array.isArray(value)) return state === 'empty' ? [] : value.map((item) => changed(item, state));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, state, name)]));
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
