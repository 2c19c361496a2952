/** A stage whose orders the payment provider sells. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { managedSeller } from '../../../shared/domain/seller.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { id, open, person, site } from '../support/app.tsx';
import { eventOfItem, vod } from '../support/builders.ts';

site.config = { seller: 'managed', bizum: false };

test('[F-LAW-8] names the provider as the seller beside the button and in the footer, without Bizum', async () => {
  const path = `/vods/${id('vod')}`;
  const event = id('event');
  const playback = { granted: false, reason: 'PAYMENT_REQUIRED' } as const;
  open(`${path}#comprar`, {
    user: person('REGULAR_BASIC'),
    replies: {
      [`GET ${path}`]: { data: { vod: vod(1, { id: id('vod'), playback, sportEvent: eventOfItem({ id: event }) }) } },
      [`GET /sportevents/${event}`]: errorAnswer('EVT4040'),
    },
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'Ver este partido' }));
  expect(sheet.getByText(managedSeller)).toBeDefined();
  expect(sheet.queryByText(/Bizum|NIF/)).toBeNull();
  expect(screen.getByText(/Las compras las vende Link/)).toBeDefined();
});
