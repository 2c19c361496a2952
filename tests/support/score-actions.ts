/** Actions of a match's log, sent as its scorer app does. */
import { ulid } from 'ulid';
import type { Kind } from '../../shared/domain/score.ts';
import { call } from './api.ts';

/** `more` may contain the side, a shirt or another time. */
export const createAction = (kind: Kind, more: object = {}) => ({
  id: ulid(),
  kind,
  period: 1,
  clockMs: 0,
  at: Date.now(),
  ...more,
});

export const sendActions = (token: string, id: string, ...actions: object[]) =>
  call('POST /sportevents/{id}/score/actions', {
    token,
    params: { id },
    body: { device: ulid(), sentAt: Date.now(), actions },
  });
