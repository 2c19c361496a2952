/** Decisions about matters: states, deadlines, hiding first, and permission to answer. Pure. */
import type { Answer, MatterState, MatterStep, matterReasons, relations } from '../../../shared/contract/matters.ts';

export interface Target {
  kind: 'events' | 'vods' | 'clips' | 'contentvideos' | 'live' | 'clubs';
  id: string;
  title: string;
  path: string;
  clubIds: string[];
  picture: string | null;
  /** True if everybody could open it when the matter named it: then emails may repeat its title. */
  isPublic?: true;
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
  /** Hash of the form's attempt, by which the page that sent it goes on; it proves no mailbox. */
  attemptHash?: string;
  /** Time at which a link of an email was opened, in milliseconds since the Unix epoch. */
  provedAt?: number;
  /** Hashes of the sender's network and mailbox, for a week. */
  origins?: string[];
  /** Time at which an admin showed its item again, together with others of one origin. */
  releasedAt?: number;
  /** Groups of readers whom the next digest tells: admins, and clubs by id. */
  untold?: string[];
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

/** Title for the people who see the queue, in the writer's words where the item is unknown; never in emails. */
export const toTitle = ({ target, about, page }: Pick<StoredMatter, 'target' | 'about' | 'page'>) =>
  target?.title || about || page;

/** The group of admins among those who are told about matters; the others are clubs by id. */
export const adminGroup = 'ADMINS';

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

/** A reason about a minor is an objection, whichever form it comes from. */
export const toKind = (kind: StoredMatter['kind'], reason: StoredMatter['reason']): StoredMatter['kind'] =>
  reason === 'MINOR' ? 'OBJECTION' : kind;

/** True for an objection whose writer says that a minor can be recognised. */
export const isUrgent = ({ kind, minor }: Pick<StoredMatter, 'kind' | 'minor'>) => kind === 'OBJECTION' && minor;

/** Returns the place in the queue: first urgent objections about an unknown item, which nothing hides yet. */
export const toUrgency = (matter: Pick<StoredMatter, 'kind' | 'minor' | 'target'>): 0 | 1 | 2 =>
  !isUrgent(matter) ? 2 : canWithhold(matter.target) ? 1 : 0;

export const toItemKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>) => `${kind}/${id}`;

type Said = Pick<StoredMatter, 'kind' | 'minor' | 'second' | 'relation' | 'writer' | 'provedAt'>;

/**
 * True if an objection hides its item before anybody decides. An item that admins decided to show is hidden again only
 * for something new; an origin whose hides an admin undid needs a proved mailbox. The objection is queued all the same.
 */
export const hidesFirst = (
  matter: Said,
  shown: readonly Pick<StoredMatter, 'second' | 'writer'>[],
  isDistrusted: boolean,
) =>
  isUrgent(matter) && !(isDistrusted && matter.provedAt === undefined) && shown.every((one) => saysMore(matter, one));

/** Seconds around a second that an admin has looked at with it. */
const seenSeconds = 15;

/** New is a second that was not looked at, or another guardian whose mailbox is proved. */
function saysMore(matter: Said, { second, writer }: Pick<StoredMatter, 'second' | 'writer'>): boolean {
  const isElsewhere = matter.second !== null && (second === null || Math.abs(matter.second - second) > seenSeconds);
  const isOther = matter.relation !== 'OTHER' && toMailbox(matter.writer.email) !== toMailbox(writer.email);
  return isElsewhere || (isOther && matter.provedAt !== undefined);
}

/** Joins the spellings under which one mailbox receives: `marta+2@…` is `marta@…`. */
export const toMailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');

/** Providers whose mailboxes belong to strangers; any other domain belongs to somebody. */
const sharedDomains =
  /@(gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|proton|protonmail|telefonica|movistar)\./;

/** Names the network, the mailbox and its own domain: many hides of one of them are looked at together. */
export function listOrigins(network: string, email: string): string[] {
  const mailbox = toMailbox(email);
  const domain = sharedDomains.test(mailbox) ? [] : [`domain ${mailbox.split('@')[1]}`];
  return [`network ${network}`, `mailbox ${mailbox}`, ...domain];
}

/** True if admins decided that the item stays, or showed it again. */
export const isShownByAdmin = ({
  state,
  decision,
  releasedAt,
}: Pick<StoredMatter, 'state' | 'decision' | 'releasedAt'>) =>
  releasedAt !== undefined || (decision !== undefined && state !== 'HIDDEN' && keepsItem(decision.answer));

/** True while it hides its item without a decision. */
export const isHiddenFirst = ({ holds, decision }: Pick<StoredMatter, 'holds' | 'decision'>) => holds && !decision;

/** True if the writer may hide the item now, having said before that no minor is recognised. */
export const canHide = (
  matter: Said & Pick<StoredMatter, 'state' | 'target' | 'holds'>,
  shown: readonly Pick<StoredMatter, 'second' | 'writer'>[],
  isDistrusted: boolean,
): boolean =>
  matter.kind === 'OBJECTION' &&
  isWaiting(matter.state) &&
  canWithhold(matter.target) &&
  !matter.holds &&
  hidesFirst({ ...matter, minor: true }, shown, isDistrusted);

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

export const keepsItem = (answer: Answer) => answer === 'KEEP' || answer === 'CUT';
