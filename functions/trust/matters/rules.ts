/** Decisions about matters: states, deadlines, withholding of items, and permission to answer. Pure. */
import type { Answer, MatterState, MatterStep, matterReasons, relations } from '../../../shared/contract/matters.ts';

export interface Target {
  kind: 'events' | 'vods' | 'clips' | 'contentvideos' | 'live' | 'clubs';
  id: string;
  title: string;
  path: string;
  clubIds: string[];
  picture: string | null;
}

export interface Decision {
  answer: Answer;
  /** Milliseconds since the Unix epoch. */
  at: number;
  by: 'club' | 'admin';
  userId: string;
  reasons: string;
  /** True once both sides have been notified: it can no longer be undone, only appealed. */
  isSettled: boolean;
  before: Pick<StoredMatter, 'state' | 'holds'>;
}

export interface StoredMatter {
  id: string;
  version: number;
  kind: 'OBJECTION' | 'REPORT';
  number: string;
  state: MatterState;
  createdAt: string;
  deadline: string;
  target: Target | null;
  page: string;
  about: string;
  second: number | null;
  reason: (typeof matterReasons)[number];
  relation: (typeof relations)[number];
  minor: boolean;
  writer: { name: string; email: string; phone: string };
  /** The account that sent it, if any. */
  userId?: string;
  message: string;
  /** Each decision email has its own link; older ones keep working. */
  tokenHashes: string[];
  /** True while the target is withheld for this matter. */
  holds: boolean;
  steps: MatterStep[];
  decision?: Decision;
  appealBy?: 'writer' | 'club';
  /** Items that are released once the item is another one; the last step may have been interrupted. */
  released?: Target[];
  /** True while a step is due; a job completes interrupted steps. */
  isDue: boolean;
  /** Time of the last step, in milliseconds since the Unix epoch. */
  changedAt: number;
}

const dayMs = 86_400_000;

/** GDPR art. 12(3) sets a limit of one month; the shortest month has 28 days. */
const answerDays = 28;
/** A matter is kept for three years after its last step (LOPDGDD art. 72). */
const keptMs = 3 * 365 * dayMs;
/** Milliseconds in which a decision can be undone. */
export const undoMs = 20_000;

export const toDeadline = (now: number) => new Date(now + answerDays * dayMs).toISOString();
export const isExpired = ({ changedAt }: Pick<StoredMatter, 'changedAt'>, now: number) => changedAt + keptMs < now;

/** The number by which people refer to a matter. Its last part is the end of the id: 40 bits, practically unique. */
export const toMatterNumber = (id: string, now: number) => `CTV-${new Date(now).getUTCFullYear()}-${id.slice(-8)}`;

/** True for an objection whose writer says that a minor can be recognised: the item is hidden before the decision. */
export const hidesFirst = ({ kind, minor }: Pick<StoredMatter, 'kind' | 'minor'>) => kind === 'OBJECTION' && minor;

export const isWaiting = (state: MatterState) => state === 'OPEN' || state === 'APPEALED' || state === 'ASKED';

/** A club, or a camera without a match, cannot be hidden without hiding items of others. */
export const canWithhold = (target: Target | null): boolean =>
  target !== null && target.kind !== 'live' && target.kind !== 'clubs';

/** True if staff may name the item: none is known that can be hidden, or an admin corrects the one that staff named. */
export const canName = ({ state, target, steps }: Pick<StoredMatter, 'state' | 'target' | 'steps'>, isAdmin: boolean) =>
  isWaiting(state) && (!canWithhold(target) || (isAdmin && steps.some(({ what }) => what === 'NAMED')));

/** Lists the possible answers. A club is a party: it may hide the item or ask, but only admins may keep it. */
export function listAnswers({ state, target }: Pick<StoredMatter, 'state' | 'target'>, isAdmin: boolean): Answer[] {
  if (!isWaiting(state)) return [];
  const asks: Answer[] = state === 'OPEN' ? ['ASK'] : [];
  const cuts: Answer[] = target?.kind === 'vods' || target?.kind === 'events' ? ['CUT'] : [];
  // Without an item, nothing would be hidden.
  const hides: Answer[] = canWithhold(target) ? ['HIDE'] : [];
  return isAdmin ? ['KEEP', ...cuts, ...hides, ...asks] : state === 'APPEALED' ? [] : [...hides, ...asks];
}

/** True if an appeal is possible: one per matter, against a decision that both sides know. */
export const canAppeal = ({ state, decision, appealBy }: Pick<StoredMatter, 'state' | 'decision' | 'appealBy'>) =>
  !isWaiting(state) && decision?.isSettled === true && appealBy === undefined;

export const findUndoEnd = ({ decision }: Pick<StoredMatter, 'decision'>, now: number) =>
  decision && !decision.isSettled && now < decision.at + undoMs ? new Date(decision.at + undoMs).toISOString() : null;

/** Names the item, and hides it at once where a minor can be recognised. The item of an earlier naming is released. */
export function withTarget(matter: StoredMatter, target: Target, by: 'club' | 'admin', now: number): StoredMatter {
  const holds = matter.holds || hidesFirst(matter);
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

const stateAfter = { KEEP: 'KEPT', CUT: 'KEPT', HIDE: 'HIDDEN', ASK: 'ASKED' } as const;

const keepsItem = (answer: Answer) => answer === 'KEEP' || answer === 'CUT';

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

export function removeDecision({ decision, ...matter }: StoredMatter, by: 'club' | 'admin', now: number): StoredMatter {
  const undone = { ...matter, ...decision?.before, isDue: true };
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
  const holds = matter.holds || hidesFirst(matter);
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
