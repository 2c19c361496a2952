/** Forms and lists of the back office: finding their parts, and the answers that several tests give. */
import { screen, within } from '@testing-library/react';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { rawAnswer } from './api-answers.ts';
import { id, type Replies } from './app.tsx';
import { managedEvent } from './builders.ts';

export const findField = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

export const findRow = async (title: string) => within((await screen.findByText(title)).closest('li') as HTMLElement);

export const refusal = rawAnswer(500);

export const createClubEvent = (n: number, more: Partial<ManagedEvent> = {}): ManagedEvent =>
  managedEvent(n, { clubs: [{ id: id('club'), name: 'CD Sauce', thumbnail: null }], ...more });

/** An upload of one part, and the answers to it. */
export const ticket = { id: id('upload'), partSize: 100, parts: 1, size: 12 };
export const uploading: Replies = {
  [`POST /uploads/${ticket.id}/parts`]: { data: { urls: [{ part: 1, url: 'https://s3.test/x?partNumber=1' }] } },
  [`POST /uploads/${ticket.id}/complete`]: {},
};

/** The bar of actions for the chosen rows. */
export const bar = () => within(screen.getByRole('region', { name: 'Elegidos' }));
export const chooseAll = () => screen.findByRole('checkbox', { name: 'Elegir todos los de esta página' });
