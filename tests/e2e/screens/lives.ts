/** Lives as the API describes them, without a camera on air. */
import type { Page } from '@playwright/test';
import type { Playback } from '../../../shared/domain/playback-grant.ts';

/** Answers with two lives, one of them of the tournament featured on the home page. */
export async function mockLives(
  page: Page,
  playback: Playback = { granted: false, reason: 'LOGIN_REQUIRED' },
): Promise<void> {
  const live = (slug: string, title: string) => ({
    slug,
    title,
    summary: 'Semifinal, en el Campo Municipal.',
    thumbnail: null,
    isLive: true,
    status: 'ONLINE',
    sport: 'SOCCER',
    sportEventId: null,
    clubs: [],
    startedAt: new Date().toISOString(),
  });
  const lives = [live('supercopa', 'CD Sauce – León de Alcor'), live('campo', 'Pinar UD – Rivera CF')];
  await page.route(/\/api\/liveusers(\?|$)/, (route) => route.fulfill({ json: { data: { liveUsers: lives } } }));
  const liveUser = { ...lives[0], sportEvent: null, viewers: 34, playback };
  await page.route('**/api/liveusers/supercopa', (route) => route.fulfill({ json: { data: { liveUser } } }));
}
