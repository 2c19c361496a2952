/** Cards of one event's recordings and lives, and the order in which a page shows them. */
import { screen } from '@testing-library/react';
import type { LiveCard } from '../../../shared/contract/live.ts';
import type { ListedVod } from '../../../shared/contract/vod.ts';
import { id } from '../support/app.tsx';
import { liveCard, vodCard } from '../support/builders.ts';

export const createCard = (n: number, more: Partial<ListedVod> = {}) =>
  vodCard(n, { sportEventId: id('event'), ...more });
export const createLive = (slug: string, more: Partial<LiveCard> = {}) =>
  liveCard(slug, { sportEventId: id('event'), ...more });

export const listTitles = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)
    .filter((text) => /^(Partido|Directo)/.test(text ?? ''));
