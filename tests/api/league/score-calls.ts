/** A scorer app's actions and the score that they make. */
import { ulid } from 'ulid';
import type { Kind, Side } from '../../../shared/domain/score.ts';
import { call, createClub, createPerson } from '../../support/api.ts';
import { createAction } from '../../support/score-actions.ts';

export const admin = await createPerson('ADMIN');
export const clubId = await createClub('CD Marcador');
const staff = await createPerson('CLUB_STAFF', { clubId });

export const phone = ulid();
export const tap = (kind: Kind, side?: Side, more: object = {}) =>
  createAction(kind, { ...(side && { side }), ...more });

export function send(
  id: string,
  actions: unknown[],
  { device = phone, token = staff.token, sentAt = Date.now() } = {},
) {
  return call('POST /sportevents/{id}/score/actions', { token, params: { id }, body: { device, sentAt, actions } });
}

export const score = async (id: string, headers?: Record<string, string>) =>
  call('GET /sportevents/{id}/score', { params: { id }, ...(headers && { headers }) });
export const log = async (id: string, query = {}) =>
  (await call('GET /sportevents/{id}/score/actions', { token: staff.token, params: { id }, query })).data;
