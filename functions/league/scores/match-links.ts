/**
 * Links of a match for people without an account, in the table `scores`: {event} / {name}, with a hash of the secret. A
 * link ends with the match, its revocation, a newer one of its kind, or its creator's right: the account, the password,
 * the club's part in the match.
 */
import { randomBytes } from 'node:crypto';
import type { AuditChange } from '../../platform/audit/rules.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { findPerson, hashToken } from '../../platform/auth/sessions.ts';
import { deleteItem, deleteWrite, getItem, type Key, putWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import type { StoredEvent } from '../events/rules.ts';

export interface StoredLink {
  hash: string;
  /** Id of the user who created it. */
  madeBy: string;
  /** ISO 8601. */
  madeAt: string;
}

interface LinkKind {
  /** Sort key of its item. */
  name: 'LINK' | 'CAMERA';
  /** First part of its tokens. */
  prefix: 'mesa' | 'camara';
  isToken: (token: string) => boolean;
  /** Field of the audit that says whether there is one. */
  field: 'scorerLink' | 'cameraLink';
  /** Milliseconds since the Unix epoch. */
  computeWindow: (event: StoredEvent) => { from: number; until: number };
}

export class MatchLinks {
  readonly #kind: LinkKind;

  constructor(kind: LinkKind) {
    this.#kind = kind;
  }

  /** Creates the link and returns its token, which cannot be read again. */
  async make(eventId: string, { user }: Caller, now: number) {
    const secret = randomBytes(32).toString('base64url');
    const link: StoredLink = { hash: hashToken(secret), madeBy: user.id, madeAt: new Date(now).toISOString() };
    await transactAudited([putWrite('scores', { ...this.#toKey(eventId), ...link })], [this.#describe(eventId, true)]);
    return { link, token: `${this.#kind.prefix}.${eventId}.${secret}` };
  }

  async end(eventId: string): Promise<void> {
    await transactAudited(
      [deleteWrite('scores', this.#toKey(eventId), exists)],
      [this.#describe(eventId, false)],
    ).catch(ignoreFailedCondition);
  }

  /** Removes the link of a deleted match without an audit entry: the deletion of the match has one. */
  remove(eventId: string): Promise<void> {
    return deleteItem('scores', this.#toKey(eventId));
  }

  /** The match's link, if its creator may still make one. */
  async find(event: StoredEvent, now: number): Promise<StoredLink | undefined> {
    const link = await getItem<StoredLink>('scores', this.#toKey(event.id));
    const maker = link && (await findPerson(link.madeBy, now));
    return maker && manages({ user: maker }, event) && link.madeAt >= maker.sessionsValidFrom ? link : undefined;
  }

  /**
   * Returns the match's link if the token is the valid one, and `BEFORE` if the link is not valid yet. `graceMs`: time
   * after the link's end in which work that began before may be completed.
   */
  async verify(
    token: string,
    event: StoredEvent,
    now: number,
    graceMs = 0,
  ): Promise<StoredLink | 'BEFORE' | undefined> {
    const [, eventId, secret = ''] = this.#kind.isToken(token) ? token.split('.') : [];
    const link = eventId === event.id ? await this.find(event, now) : undefined;
    const { from, until } = this.#kind.computeWindow(event);
    if (!link || link.hash !== hashToken(secret) || now > until + graceMs) return undefined;
    return now < from ? 'BEFORE' : link;
  }

  /** The audit records that a link exists, never its secret. */
  #describe(id: string, isOn: boolean): AuditChange {
    const { field } = this.#kind;
    return { kind: 'scores', id, action: 'CHANGE', before: { [field]: !isOn }, after: { [field]: isOn } };
  }

  #toKey(eventId: string): Key {
    return { pk: eventId, sk: this.#kind.name };
  }
}

const exists = { expression: 'attribute_exists(pk)' };
