/**
 * Takes an objection or a report: stores it with its emails in one transaction, then hides the item, then sends the
 * emails.
 */
import type * as z from 'zod';
import type { NewMatter } from '../../../shared/contract/matters.ts';
import { parseCuts, toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { countUp, hashValue, type Limit, spend, toNetwork } from '../../platform/limits/limits.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { prepareEmails } from '../../platform/mail/outbox.ts';
import { vods } from '../../recordings/vods/store.ts';
import { advance } from './advance.ts';
import { writeAnnouncements, writeReceipt } from './emails.ts';
import { canWithhold, hidesFirst, type StoredMatter, toDeadline, toMatterNumber, withStep } from './rules.ts';
import { createMatterToken, matters } from './store.ts';
import { findTarget } from './target.ts';

const perNetwork: Limit = { name: 'matters-network', max: 20, minutes: 60 };
const perMailbox: Limit = { name: 'matters-mailbox', max: 10, minutes: 24 * 60 };
const perTarget: Limit = { name: 'matters-target', max: 30, minutes: 60 };
/** Limit of emails about one item or to one mailbox; beyond it, a matter is stored without the email. */
const emails: Limit = { name: 'matters-emails', max: 5, minutes: 60 };

const tooManyText = 'Has enviado demasiadas denuncias. Prueba dentro de un rato.';

type Form = z.output<typeof NewMatter>;
interface Sender {
  address: string;
  userId: string | undefined;
}

/** @throws ApiError 429 for a report over a limit; an objection is never refused. */
export async function openMatter(form: Form, { address, userId }: Sender, now: number): Promise<StoredMatter> {
  const target = await findTarget(form.page, form.about, form.message);
  const about = target ? `${target.kind}/${target.id}` : hashValue(form.page, form.about);
  if (form.kind === 'REPORT') {
    await spend(perNetwork, toNetwork(address), tooManyText, now);
    await spend(perMailbox, form.email, tooManyText, now);
    await spend(perTarget, about, tooManyText, now);
  }
  const id = hashId(`${form.attempt} ${form.email}`);
  const { token, tokenHash } = createMatterToken(id);
  const second = await toStoredSecond(form, target);
  const matter = createMatter({ ...form, second }, { id, tokenHash, target, now, userId });
  const [toWriter, toStaff] = await Promise.all([
    countUp(emails, `to ${form.email}`, now),
    countUp(emails, `about ${about}`, now),
  ]);
  const mails = prepareEmails(
    [
      ...(toWriter <= emails.max ? [writeReceipt(matter, token)] : []),
      ...(toStaff <= emails.max ? await writeAnnouncements(matter) : []),
    ],
    now,
  );
  try {
    await matters.create(matter, mails.writes);
  } catch (error) {
    const known = error instanceof ConditionFailed ? await matters.get(id) : undefined;
    if (!known) throw error;
    return known;
  }
  // The item is hidden before the emails go out; if this process dies, the job does both.
  await advance(id, now);
  await mails.send();
  return matter;
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
  now: number;
}

function createMatter(
  { name, email, phone, attempt: _, captchaToken: _token, cuts: _cuts, ...fields }: Form,
  { id, tokenHash, target, userId, now }: Circumstances,
): StoredMatter {
  const holds = hidesFirst(fields) && canWithhold(target);
  const blank: StoredMatter = {
    ...fields,
    ...{ id, version: 0, number: toMatterNumber(id, now), state: 'OPEN', createdAt: new Date(now).toISOString() },
    ...{ deadline: toDeadline(now), target, writer: { name, email, phone }, tokenHashes: [tokenHash], holds },
    ...(userId && { userId }),
    ...{ steps: [], isDue: true, changedAt: now },
  };
  const received = withStep(blank, { what: 'RECEIVED', by: 'writer', text: '' }, now);
  return holds ? withStep(received, { what: 'HIDDEN_FIRST', by: 'platform', text: '' }, now) : received;
}
