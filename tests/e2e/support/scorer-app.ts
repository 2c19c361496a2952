/** The scorer app on a page, and what its match has stored. */
import type { Page } from '@playwright/test';
import { createClub, createEvent } from './platform.ts';

const { readLog } = await import('../../../functions/league/scores/store.ts');

export async function createMatch(sport: 'SOCCER' | 'BASKET' = 'SOCCER') {
  const [homeClubId, awayClubId] = [await createClub('SD Mesa'), await createClub('UD Pizarra')];
  const match = await createEvent({ sport, clubIds: [homeClubId, awayClubId], homeClubId, awayClubId });
  return { ...match, homeClubId, path: `/mesa/${match.id}` };
}

export const board = (page: Page) => page.getByRole('region', { name: 'Marcador' });
export const side = (page: Page, name: string) => page.getByRole('group', { name });
export const status = (page: Page) => page.getByRole('status');

export const tap = (page: Page, team: string, action: string) =>
  side(page, team).getByRole('button', { name: action, exact: true }).click();

/** Reads the kinds of the match's stored actions, oldest first. */
export const readKinds = async (id: string) => (await readLog(id)).map(({ kind }) => kind);
