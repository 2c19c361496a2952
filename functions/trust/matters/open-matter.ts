/**
 * Takes an objection or a report: stores it with its emails in one transaction, then hides the item, then sends the
 * emails.
 */
import type * as z from 'zod';
import type { NewMatter } from '../../../shared/contract/matters.ts';
import { parseCuts, toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import type { Email } from '../../platform/aws/email.ts';
import { countUp, hashValue, type Limit, spend, toNetwork } from '../../platform/limits/limits.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { prepareEmails } from '../../platform/mail/outbox.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { vods } from '../../recordings/vods/store.ts';
import { advance } from './advance.ts';
import { listGroups, listRecipients, writeReceipt, writeRingAlarm } from './emails.ts';
import { hashOrigins, readHistory } from './history.ts';
import { withStep } from './matter-changes.ts';
import {
  adminGroup,
  canHide,
  canWithhold,
  hidesFirst,
  type StoredMatter,
  toDeadline,
  toItemKey,
  toKind,
  toMailbox,
  toMatterNumber,
} from './rules.ts';
import { createMatterToken, hashAttempt, matters } from './store.ts';
import { findTarget } from './target.ts';
import { announce } from './tell.ts';

const perNetwork: Limit = { name: 'matters-network', max: 20, minutes: 60 };
const perMailbox: Limit = { name: 'matters-mailbox', max: 10, minutes: 24 * 60 };
const perTarget: Limit = { name: 'matters-target', max: 30, minutes: 60 };
/** Limits of receipts; beyond them, a matter is stored without one, and its page goes on with the form's own token. */
const perMailboxEmails: Limit = { name: 'matters-emails', max: 5, minutes: 60 };
const perNetworkEmails: Limit = { name: 'matters-emails-network', max: 12, minutes: 60 };
/** More hides of one origin are unusual; each of them is carried out all the same. */
const usualHides: Limit = { name: 'matters-hides', max: 5, minutes: 60 };

const tooManyText = 'Has enviado demasiadas denuncias. Prueba dentro de un rato.';

type Form = z.output<typeof NewMatter>;
interface Sender {
  address: string;
  userId: string | undefined;
}

/** @throws ApiError 429 for a report over a limit; an objection is never refused. */
export async function openMatter(sent: Form, { address, userId }: Sender, now: number) {
  const form = { ...sent, kind: toKind(sent.kind, sent.reason) };
  const [network, target] = [toNetwork(address), await findTarget(form.page, form.about, form.message)];
  if (form.kind === 'REPORT') {
    const about = target ? toItemKey(target) : hashValue(form.page, form.about);
    await spend(perNetwork, network, tooManyText, now);
    await spend(perMailbox, toMailbox(form.email), tooManyText, now);
    await spend(perTarget, about, tooManyText, now);
  }
  const id = hashId(`${form.attempt} ${form.email}`);
  const origins = hashOrigins(network, form.email);
  const { shown, isDistrusted } = await readHistory({ id, target, origins }, now);
  const { token, tokenHash } = createMatterToken(id);
  const second = await toStoredSecond(form, target);
  const blank = createMatter({ ...form, second }, { id, tokenHash, target, now, userId, origins });
  const holds = canWithhold(target) && hidesFirst(blank, shown, isDistrusted);
  const opened = holds ? withHold(blank, now) : blank;
  const isToBeHidden = canHide(opened, shown, isDistrusted);
  const { mails: announcements, untold } = await announce(opened, listGroups(opened), now);
  const matter = { ...opened, untold };
  const mails = prepareEmails(
    [
      ...((await mayWrite(network, form.email, now)) ? [writeReceipt(matter, token, isToBeHidden)] : []),
      ...(holds ? await watchHides(matter, origins, now) : []),
      ...announcements,
    ],
    now,
  );
  try {
    await matters.create(matter, mails.writes);
  } catch (error) {
    const existing = error instanceof ConditionFailed ? await matters.get(id) : undefined;
    if (!existing) throw error;
    return { matter: existing, canHide: canHide(existing, shown, isDistrusted) };
  }
  // The item is hidden before the emails go out; if this process dies, the job does both.
  await advance(id, now);
  await mails.send();
  return { matter, canHide: isToBeHidden };
}

async function mayWrite(network: string, email: string, now: number): Promise<boolean> {
  const [toMailboxCount, fromNetwork] = await Promise.all([
    countUp(perMailboxEmails, toMailbox(email), now),
    countUp(perNetworkEmails, network, now),
  ]);
  return toMailboxCount <= perMailboxEmails.max && fromNetwork <= perNetworkEmails.max;
}

/** Counts the hides of each origin. Rings for each beyond the usual ones, and writes to the admins once an hour. */
async function watchHides(matter: StoredMatter, origins: readonly string[], now: number): Promise<Email[]> {
  const counts = await Promise.all(origins.map((origin) => countUp(usualHides, origin, now, matter.id)));
  const most = Math.max(...counts);
  if (most <= usualHides.max) return [];
  measure('UnusualHides', 1, { matter: matter.id, hides: most });
  if (!counts.includes(usualHides.max + 1)) return [];
  return (await listRecipients([adminGroup])).map((to) => writeRingAlarm(matter, most, to));
}

/** The second of a recording, which stays the same whatever is removed before a person decides. */
async function toStoredSecond({ second, cuts }: Form, target: StoredMatter['target']): Promise<number | null> {
  if (second === null || target?.kind !== 'vods') return second;
  const removed = cuts === undefined ? ((await vods.get(target.id))?.withdrawn ?? []) : parseCuts(cuts);
  return Math.floor(toRecordedSecond(removed, second));
}

interface Circumstances {
  id: string;
  tokenHash: string;
  target: StoredMatter['target'];
  userId: string | undefined;
  origins: string[];
  now: number;
}

function createMatter(
  { name, email, phone, attempt, captchaToken: _token, cuts: _cuts, ...fields }: Form,
  { id, tokenHash, target, userId, origins, now }: Circumstances,
): StoredMatter {
  const blank: StoredMatter = {
    ...fields,
    id,
    version: 0,
    number: toMatterNumber(id, now),
    state: 'OPEN',
    createdAt: new Date(now).toISOString(),
    deadline: toDeadline(now),
    target,
    writer: { name, email, phone },
    tokenHashes: [tokenHash],
    holds: false,
    attemptHash: hashAttempt(attempt),
    origins,
    ...(userId && { userId }),
    steps: [],
    isDue: true,
    changedAt: now,
  };
  return withStep(blank, { what: 'RECEIVED', by: 'writer', text: '' }, now);
}

const withHold = (matter: StoredMatter, now: number): StoredMatter =>
  withStep({ ...matter, holds: true }, { what: 'HIDDEN_FIRST', by: 'platform', text: '' }, now);
