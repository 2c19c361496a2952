/** One event's recordings and lives, and the order in which a page shows them. */
import { screen, within } from '@testing-library/react';
import type { LiveCard } from '../../../shared/contract/live.ts';
import type { ListedVod } from '../../../shared/contract/vod.ts';
import { id } from '../support/app.tsx';
import { liveCard, vodCard } from '../support/builders.ts';

export const createCard = (n: number, more: Partial<ListedVod> = {}) =>
  vodCard(n, { sportEventId: id('event'), ...more });
export const createLive = (slug: string, more: Partial<LiveCard> = {}) =>
  liveCard(slug, { sportEventId: id('event'), ...more });

/** The titles of rows whose matches have no sides. */
export const listTitles = () =>
  within(screen.getByRole('main'))
    .getAllByText(/^(Partido|Directo) /)
    .map(({ textContent }) => textContent);
