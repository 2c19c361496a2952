/** Actions of a match's log. */
import type { Action, Kind, Side } from '../../../shared/domain/score.ts';

export const minute = 60_000;
export const kickOff = Date.parse('2026-11-21T10:00:00Z');
export const toId = (index: number) => String(index).padStart(26, '0');
export const [phone, tablet] = [toId(901), toId(902)];

let made = 0;
export const action = (kind: Kind, fields: Partial<Action> = {}): Action => {
  made += 1;
  const of: Pick<Action, 'side' | 'shirt' | 'undoes'> = { side: null, shirt: null, undoes: null };
  return { id: toId(made), kind, period: 1, clockMs: 0, at: kickOff + made, device: phone, ...of, ...fields };
};
export const goal = (side: Side, fields: Partial<Action> = {}) => action('GOAL', { side, ...fields });
export const undo = (undoes: string, fields: Partial<Action> = {}) => action('UNDO', { undoes, ...fields });
