/** The changes of a matter, each with its step. Pure. */
import type { MatterStep } from '../../../shared/contract/matters.ts';
import {
  canWithhold,
  type Decision,
  isUrgent,
  keepsItem,
  type StoredMatter,
  type Target,
  toDeadline,
} from './rules.ts';

/** Names the item, and hides it at once where a minor can be recognised. The item of an earlier naming is released. */
export function withTarget(matter: StoredMatter, target: Target, by: 'club' | 'admin', now: number): StoredMatter {
  const holds = matter.holds || isUrgent(matter);
  const former = matter.target && canWithhold(matter.target) ? [matter.target] : [];
  const released = [...(matter.released ?? []), ...former].filter(
    ({ kind, id }) => kind !== target.kind || id !== target.id,
  );
  const named = withStep(
    { ...matter, target, holds, released, isDue: true },
    { what: 'NAMED', by, text: target.title },
    now,
  );
  return holds && !matter.holds ? withStep(named, { what: 'HIDDEN_FIRST', by: 'platform', text: '' }, now) : named;
}

/** Hides the item for its writer, who says that a minor is recognised. */
export const withHiding = (matter: StoredMatter, now: number): StoredMatter =>
  withStep({ ...matter, minor: true, holds: true, isDue: true }, { what: 'HIDDEN_FIRST', by: 'writer', text: '' }, now);

/** Shows the item again without a decision: the matter goes on waiting for one. */
export const withRelease = (matter: StoredMatter, now: number): StoredMatter =>
  withStep({ ...matter, holds: false, isDue: true, releasedAt: now }, { what: 'RELEASED', by: 'admin', text: '' }, now);

const stateAfter = { KEEP: 'KEPT', CUT: 'KEPT', HIDE: 'HIDDEN', ASK: 'ASKED' } as const;

/** A withheld item stays hidden until a decision to keep it is final. */
export function withDecision(
  matter: StoredMatter,
  { answer, reasons, by, userId }: Pick<Decision, 'answer' | 'reasons' | 'by' | 'userId'>,
  now: number,
): StoredMatter {
  const before = { state: matter.state, holds: matter.holds };
  return withStep(
    {
      ...matter,
      state: stateAfter[answer],
      holds: answer === 'HIDE' || matter.holds,
      decision: { answer, reasons, by, userId, at: now, isSettled: false, before },
      isDue: true,
    },
    { what: answer, by, text: reasons },
    now,
  );
}

/** Undoes the hold of HIDE, the only answer that adds one; under ASK, the writer may have hidden the item meanwhile. */
export function removeDecision({ decision, ...matter }: StoredMatter, by: 'club' | 'admin', now: number): StoredMatter {
  const holds = decision?.answer === 'HIDE' ? decision.before.holds : matter.holds;
  const undone = { ...matter, ...decision?.before, holds, isDue: true };
  return withStep(undone, { what: 'UNDONE', by, text: '' }, now);
}

export function withSettlement(matter: StoredMatter, now: number): StoredMatter {
  const { decision } = matter;
  if (!decision) return matter;
  return withStep(
    { ...matter, decision: { ...decision, isSettled: true }, holds: !keepsItem(decision.answer) && matter.holds },
    { what: 'TOLD', by: 'platform', text: '' },
    now,
  );
}

export function withAppeal(matter: StoredMatter, by: 'writer' | 'club', text: string, now: number): StoredMatter {
  const appealed = { ...matter, state: 'APPEALED' as const, appealBy: by, deadline: toDeadline(now) };
  return withStep(appealed, { what: 'APPEAL', by, text }, now);
}

/** Before removed seconds that answered the matter are shown again: it waits for a new decision, hidden if it was. */
export function withReopening({ decision: _, ...matter }: StoredMatter, now: number): StoredMatter {
  const holds = matter.holds || isUrgent(matter);
  const reopened = { ...matter, holds, state: 'OPEN' as const, deadline: toDeadline(now), isDue: true };
  return withStep(reopened, { what: 'RESTORED', by: 'admin', text: '' }, now);
}

export const withData = (matter: StoredMatter, text: string, now: number): StoredMatter =>
  withStep({ ...matter, state: 'OPEN' }, { what: 'DATA', by: 'writer', text }, now);

export const withStep = (matter: StoredMatter, step: Omit<MatterStep, 'at'>, now: number): StoredMatter => ({
  ...matter,
  changedAt: now,
  steps: [...matter.steps, { at: new Date(now).toISOString(), ...step }],
});
