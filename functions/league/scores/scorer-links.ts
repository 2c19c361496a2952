/**
 * The scorer link of a match, in the table `scores`: {event} / LINK, with a hash of its secret. It ends with the match,
 * its revocation, a newer link, or its creator's right to score: the account, the password, the club's part in the
 * match. Actions logged offline count while it is valid, up to 6 h after the match.
 */
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { AuditChange } from '../../platform/audit/rules.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import { type Caller, isScorerToken, manages } from '../../platform/auth/rules.ts';
import { findPerson, hashToken } from '../../platform/auth/sessions.ts';
import { deleteItem, deleteWrite, getItem, type Key, putWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import type { StoredEvent } from '../events/rules.ts';
import { computeLinkWindow } from './rules.ts';

export interface StoredLink {
  hash: string;
  /** Id of the user who created it. */
  madeBy: string;
  /** ISO 8601. */
  madeAt: string;
}

/** Creates the link and returns its token, which cannot be read again. */
export async function makeLink(eventId: string, { user }: Caller, now: number) {
  const secret = randomBytes(32).toString('base64url');
  const link: StoredLink = { hash: hashToken(secret), madeBy: user.id, madeAt: new Date(now).toISOString() };
  await transactAudited([putWrite('scores', { ...linkKey(eventId), ...link })], [describeLink(eventId, true)]);
  return { link, token: `mesa.${eventId}.${secret}` };
}

export async function endLink(eventId: string): Promise<void> {
  await transactAudited([deleteWrite('scores', linkKey(eventId), exists)], [describeLink(eventId, false)]).catch(
    ignoreFailedCondition,
  );
}

/** Removes the link of a deleted match without an audit entry: the deletion of the match has one. */
export const removeLink = (eventId: string): Promise<void> => deleteItem('scores', linkKey(eventId));

const exists = { expression: 'attribute_exists(pk)' };

/** The audit records that a link exists, never its secret. */
const describeLink = (id: string, isOn: boolean): AuditChange => ({
  ...{ kind: 'scores', id, action: 'CHANGE', before: { scorerLink: !isOn }, after: { scorerLink: isOn } },
});

/** The match's link, if its creator may still score the match. */
export async function findLink(event: StoredEvent, now: number): Promise<StoredLink | undefined> {
  const link = await getItem<StoredLink>('scores', linkKey(event.id));
  const maker = link && (await findPerson(link.madeBy, now));
  return maker && manages({ user: maker }, event) && link.madeAt >= maker.sessionsValidFrom ? link : undefined;
}

/** @throws ApiError unless the token is that of this match's valid link. */
export async function requireLink(token: string, event: StoredEvent, now: number): Promise<void> {
  const [, eventId, secret = ''] = isScorerToken(token) ? token.split('.') : [];
  const link = eventId === event.id ? await findLink(event, now) : undefined;
  const { from, until } = computeLinkWindow(event);
  if (!link || link.hash !== hashToken(secret) || now > until) throw new ApiError('SCR4030');
  if (now < from) throw new ApiError('SCR4030', 'Este enlace de anotador valdrá desde un día antes del partido.');
}

const linkKey = (eventId: string): Key => ({ pk: eventId, sk: 'LINK' });
