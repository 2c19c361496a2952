/**
 * Links of a match for people without an account, in the table `scores`: {event} / {name}, with a hash of the secret. A
 * link ends with the match, its revocation, a newer one of its kind, or its creator's right: the account, the password,
 * the club's part in the match.
 */
import { randomBytes } from 'node:crypto';
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';
import type { AuditChange } from '../../platform/audit/rules.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import { type Caller, isCameraToken, isScorerToken, manages } from '../../platform/auth/rules.ts';
import { findPerson, hashToken } from '../../platform/auth/sessions.ts';
import { deleteItem, deleteWrite, getItem, type Key, putWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import type { StoredEvent } from '../events/rules.ts';
import { events, requireManagedEvent } from '../events/store.ts';
import { computeCameraLinkWindow, computeLinkWindow } from './rules.ts';

interface StoredLink {
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

class MatchLinks {
  readonly #kind: LinkKind;

  constructor(kind: LinkKind) {
    this.#kind = kind;
  }

  /** Creates the link and returns its token, which cannot be read again. */
  async make(event: StoredEvent, { user }: Caller, now: number) {
    const { id } = event;
    const secret = randomBytes(32).toString('base64url');
    const link: StoredLink = { hash: hashToken(secret), madeBy: user.id, madeAt: new Date(now).toISOString() };
    await transactAudited([putWrite('scores', { ...this.#toKey(id), ...link })], [this.#describe(id, true)]);
    return { link: this.#toView(link, event), token: `${this.#kind.prefix}.${id}.${secret}` };
  }

  /** The valid link as staff see it; null if there is none. */
  async show(event: StoredEvent, now: number) {
    const link = await this.find(event, now);
    return link ? this.#toView(link, event) : null;
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

  /**
   * Allows staff of the match, and holders of its link, whose hash is returned. `graceMs`: see `verify`.
   * @throws ApiError `code`, with the text `early` before the link is valid. Deleted matches answer like invalid links.
   */
  async admit(
    id: string,
    { caller, link, now }: { caller: Caller | undefined; link: string | undefined; now: number },
    { code, early, graceMs = 0 }: { code: ErrorCode; early: string; graceMs?: number },
  ): Promise<{ match: StoredEvent; hash: string | undefined }> {
    if (link === undefined) return { match: await requireManagedEvent(id, caller), hash: undefined };
    const match = await events.get(id);
    const verified = match && (await this.verify(link, match, now, graceMs));
    if (!verified) throw new ApiError(code);
    if (verified === 'BEFORE') throw new ApiError(code, early);
    return { match, hash: verified.hash };
  }

  #toView({ madeAt }: StoredLink, event: StoredEvent) {
    const { from, until } = this.#kind.computeWindow(event);
    return { madeAt, validFrom: new Date(from).toISOString(), validUntil: new Date(until).toISOString() };
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

/** By its scorer link, a match is scored. Actions logged offline count while it is valid, up to 6 h after the match. */
export const scorerLinks = new MatchLinks({
  name: 'LINK',
  prefix: 'mesa',
  field: 'scorerLink',
  isToken: isScorerToken,
  computeWindow: computeLinkWindow,
});

/** By its camera link, a phone broadcasts a match. It opens nothing else. */
export const cameraLinks = new MatchLinks({
  name: 'CAMERA',
  prefix: 'camara',
  field: 'cameraLink',
  isToken: isCameraToken,
  computeWindow: computeCameraLinkWindow,
});
