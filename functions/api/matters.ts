/** Endpoints of matters: forms and follow-up for everybody, the queue for staff. */
import { ApiError } from '../../shared/contract/errors.ts';
import { matterEndpoints } from '../../shared/contract/matters.ts';
import { checkCaptcha } from '../people/accounts/captcha.ts';
import { type Caller, findOwnClub, isAdmin, manages } from '../platform/auth/rules.ts';
import type { Write } from '../platform/aws/dynamo.ts';
import { serve } from '../platform/http/serve.ts';
import { type Limit, spend } from '../platform/limits/limits.ts';
import { requireVersion } from '../platform/lists/collection.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { requireItem } from '../platform/lists/require-item.ts';
import { prepareEmails } from '../platform/mail/outbox.ts';
import { advance } from '../trust/matters/advance.ts';
import { linkRemovedSeconds } from '../trust/matters/answered-seconds.ts';
import { writeReplies } from '../trust/matters/emails.ts';
import { listHiddenTogether, readHistory } from '../trust/matters/history.ts';
import {
  removeDecision,
  withAppeal,
  withData,
  withDecision,
  withHiding,
  withRelease,
  withTarget,
} from '../trust/matters/matter-changes.ts';
import { toFollowed, toRow, toStaffView } from '../trust/matters/matter-views.ts';
import { openMatter } from '../trust/matters/open-matter.ts';
import {
  canAppeal,
  canHide,
  canName,
  canWithhold,
  findUndoEnd,
  isHiddenFirst,
  isWaiting,
  listAnswers,
  type StoredMatter,
} from '../trust/matters/rules.ts';
import { findByToken, type MatterRow, matters } from '../trust/matters/store.ts';
import { findTarget } from '../trust/matters/target.ts';
import { announce } from '../trust/matters/tell.ts';
import { withholdTarget } from '../trust/matters/withhold-target.ts';

const perMatter: Limit = { name: 'matter-replies', max: 10, minutes: 24 * 60 };

export const handler = serve(matterEndpoints, {
  'POST /public/matters': async ({ body, address, caller, now }) => {
    await checkCaptcha(body.captchaToken, 'contact', address);
    const { matter, canHide } = await openMatter(body, { address, userId: caller?.user.id }, now);
    const { id, number, deadline, holds, target } = matter;
    const token = `${id}.${body.attempt}`;
    return { data: { number, deadline, token, isFound: canWithhold(target), isHidden: holds, canHide } };
  },
  'POST /public/matters/follow': async ({ body, now }) => answerWriter(await requireToken(body.token, now), now),
  'POST /public/matters/hide': async ({ body, now }) => {
    const matter = await requireToken(body.token, now);
    const { shown, isDistrusted } = await readHistory(matter, now);
    await change(matter.id, (current) => {
      if (!canHide(current, shown, isDistrusted)) throw new ApiError('MTT4094');
      return withHiding(current, now);
    });
    await advance(matter.id, now);
    return answerWriter(await requireMatter(matter.id), now);
  },
  'POST /public/matters/reply': async ({ body, now }) => {
    const { id, kind } = await requireToken(body.token, now);
    // Objections have no rate limit: none may be lost.
    if (kind === 'REPORT') await spend(perMatter, id, 'Has escrito muchas veces sobre este aviso. Prueba mañana.', now);
    return answerWriter(await reply(id, 'writer', body.message, now), now);
  },

  'GET /matters': async ({ query, caller }) => {
    const { items, ...shown } = await matters.list(
      { search: query.search, state: query.state, clubId: findOwnClub(caller) },
      createMatterFilter,
      (rows) => toPage(rows, query.page),
    );
    return { data: { matters: items.map(toRow), ...toPagination(shown) } };
  },
  'GET /matters/{id}': async ({ params, caller, now }) => answerStaff(await requireOwn(params.id, caller), caller, now),
  'POST /matters/{id}/target': async ({ params, body: { page, version }, caller, now }) => {
    if (!canName(await requireOwn(params.id, caller), isAdmin(caller.user))) throw new ApiError('MTT4091');
    const target = await findTarget(page);
    if (!target || !canWithhold(target)) throw new ApiError('MTT4001');
    if (!manages(caller, target)) throw new ApiError('SSN4030');
    const name = (current: StoredMatter) => {
      requireVersion(current, version);
      if (!canName(current, isAdmin(caller.user))) throw new ApiError('MTT4091');
      return withTarget(current, target, toSide(caller), now);
    };
    const { mails, untold } = await announce(name(await requireMatter(params.id)), target.clubIds, now);
    const prepared = prepareEmails(mails, now);
    const add = (current: StoredMatter) => ({ ...name(current), untold: [...(current.untold ?? []), ...untold] });
    await change(params.id, add, prepared.writes);
    await advance(params.id, now);
    await prepared.send();
    return answerStaff(await requireMatter(params.id), caller, now);
  },
  'POST /matters/{id}/decision': async ({ params, body: { answer, reasons, version }, caller, now }) => {
    const matter = await requireOwn(params.id, caller);
    if (answer === 'CUT' && isAdmin(caller.user)) await linkRemovedSeconds(matter);
    const decided = await change(params.id, (current) => {
      requireVersion(current, version);
      if (!listAnswers(current, true).includes(answer)) throw new ApiError('MTT4091');
      if (!listAnswers(current, isAdmin(caller.user)).includes(answer)) throw new ApiError('SSN4030');
      return withDecision(current, { answer, reasons, by: toSide(caller), userId: caller.user.id }, now);
    });
    // HIDE hides the item at once. Other changes of the item, and the emails, wait until the time to undo is over.
    await advance(decided.id, now);
    return answerStaff(await requireMatter(params.id), caller, now);
  },
  'DELETE /matters/{id}/decision': async ({ params, caller, now }) => {
    await requireOwn(params.id, caller);
    await change(params.id, (current) => {
      if (findUndoEnd(current, now) === null) throw new ApiError('MTT4092');
      if (!isAdmin(caller.user) && current.decision?.by !== 'club') throw new ApiError('SSN4030');
      return removeDecision(current, toSide(caller), now);
    });
    await advance(params.id, now);
    return answerStaff(await requireMatter(params.id), caller, now);
  },
  'POST /matters/{id}/release': async ({ params, body, caller, now }) => {
    const together = await listHiddenTogether(await requireMatter(params.id));
    for (const { id } of together.filter((row) => body.matters.includes(row.id))) {
      const released = await matters.change(id, (current) =>
        isHiddenFirst(current) ? withRelease(current, now) : undefined,
      );
      // The job repeats it if this process dies.
      if (released) await withholdTarget(released, now);
    }
    return answerStaff(await requireMatter(params.id), caller, now);
  },
  'POST /matters/{id}/appeal': async ({ params, body, caller, now }) => {
    await requireOwn(params.id, caller);
    return answerStaff(await reply(params.id, 'club', body.message, now), caller, now);
  },
});

const createMatterFilter =
  ({
    state,
    clubId,
  }: {
    search: string | undefined;
    state: 'waiting' | 'closed' | undefined;
    clubId: string | undefined;
  }) =>
  (row: MatterRow) =>
    (state === undefined || isWaiting(row.state) === (state === 'waiting')) &&
    (clubId === undefined || row.clubIds.includes(clubId));

const toSide = (caller: Caller) => (isAdmin(caller.user) ? 'admin' : 'club');
const answerWriter = async (matter: StoredMatter, now: number) => ({ data: { matter: await toFollowed(matter, now) } });

const answerStaff = async (matter: StoredMatter, caller: Caller, now: number) => ({
  data: { matter: await toStaffView(matter, isAdmin(caller.user), now) },
});

const requireMatter = (id: string): Promise<StoredMatter> => requireItem(matters, id, 'MTT4040');

/** @throws ApiError 403 for a matter of another club, or of none. */
async function requireOwn(id: string, caller: Caller): Promise<StoredMatter> {
  const matter = await requireMatter(id);
  if (!manages(caller, { clubIds: matter.target?.clubIds ?? [] })) throw new ApiError('SSN4030');
  return matter;
}

async function requireToken(token: string, now: number): Promise<StoredMatter> {
  const matter = await findByToken(token, now);
  if (!matter) throw new ApiError('MTT4040');
  return matter;
}

async function change(
  id: string,
  edit: (matter: StoredMatter) => StoredMatter,
  also: Write[] = [],
): Promise<StoredMatter> {
  const changed = await matters.change(id, edit, () => also);
  if (!changed) throw new ApiError('MTT4040');
  return changed;
}

/** Stores the writer's answer to a question, or the appeal of either side; a matter has one appeal at most. */
async function reply(id: string, by: 'writer' | 'club', message: string, now: number): Promise<StoredMatter> {
  const matter = await requireMatter(id);
  const isData = by === 'writer' && matter.state === 'ASKED';
  const next = (current: StoredMatter) => {
    if (isData && current.state === 'ASKED') return withData(current, message, now);
    if (!canAppeal(current)) throw new ApiError('MTT4091');
    return withAppeal(current, by, message, now);
  };
  const mails = prepareEmails(await writeReplies(matter, isData ? 'DATA' : 'APPEAL'), now);
  const changed = await change(id, next, mails.writes);
  await mails.send();
  return changed;
}
