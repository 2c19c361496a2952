/** The form of a match that has been sold: what a change means for those who paid. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callsTo, id, open, person } from '../support/app.tsx';
import { managedEvent } from '../support/builders.ts';

const audience = `GET /families/matches/${id('match')}` as const;

function openForm(buyers: number) {
  const event = managedEvent(1, { id: id('match') });
  return open(`/sportevents/manage/${id('match')}`, {
    user: person('ADMIN'),
    replies: {
      [`GET /live/sportevents/${id('match')}`]: { data: { sportEvent: event } },
      [audience]: { data: { buyers, amount: buyers * 199, followers: 0 } },
    },
  });
}

test('[F-MONEY-1] [F-MONEY-5] says the sum that goes back before a match is cancelled, or that nothing does', async () => {
  const { user } = openForm(12_345);
  const state = await screen.findByRole('combobox', { name: /^Estado/ });
  expect(callsTo(audience)).toEqual([]);
  await user.selectOptions(state, 'CANCELLED');
  expect(await screen.findByText(/^12\.345 personas lo han pagado \(24\.566,55\s€\)\. Una hora después/)).toBeDefined();
  await user.selectOptions(state, 'SCHEDULED');
  expect(screen.queryByText(/lo han pagado/)).toBeNull();
  await user.click(screen.getByRole('switch', { name: /público/ }));
  expect(await screen.findByText(/a ellas no se les devuelve nada/)).toBeDefined();
});

test('[F-MONEY-1] shows nothing about a match without buyers', async () => {
  const { user } = openForm(0);
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Estado/ }), 'CANCELLED');
  expect(screen.queryByText(/pagado/)).toBeNull();
});
