/** The page of a recording that a subscriber may watch, or that another viewer may not. */
import { screen } from '@testing-library/react';
import type { Vod } from '../../../shared/contract/vod.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { id, person, type Replies } from '../support/app.tsx';
import { vod } from '../support/builders.ts';

export const subscriber = person('REGULAR_SUBSCRIBER');
export const clubs = [{ id: id('club'), name: 'CD Sauce' }];
export const path = `/vods/${id('vod1')}`;

export const createReplies = (granted = true, more: Replies = {}): Replies => ({
  [`GET ${path}`]: {
    data: { vod: vod(1, { clubs, ...(!granted && { playback: { granted, reason: 'PAYMENT_REQUIRED' } }) }) },
  },
  [`GET /users/me/progress/vods/${id('vod1')}`]: { data: { progress: null, saved: false } },
  ...more,
});

export const findPlayer = () => screen.findByRole('region', { name: 'Reproductor: Partido 1' });

export const refused: Playback = { granted: false, reason: 'PAYMENT_REQUIRED' };

/** The answer about a recording of the event. */
export const toRecording = (n: number, playback: Playback, more: Partial<Vod> = {}) => ({
  data: { vod: vod(n, { sportEventId: id('event'), playback, ...more }) },
});
