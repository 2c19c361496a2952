/**
 * Every DynamoDB table of the product, declared once: the stacks and the local DynamoDB both read this list.
 * All keys are strings: `pk` (hash) and `sk` (range). Lists come from the catalogue's log (functions/platform/catalogue), so
 * that hardly any index is needed.
 */
import type { TableName } from '../functions/platform/aws/dynamo.ts';

export interface TableSpec {
  name: TableName;
  indexes?: { name: string; pk: string; sk?: string }[];
  /** The attribute, in seconds since 1970, after which an item may go. Deletion is late: reads compare the time too. */
  ttl?: string;
}

export const tables: TableSpec[] = [
  // USER#{id}; EMAIL#{address} and EXTERNAL#{id} make both unique in one transaction.
  { name: 'users' },
  // USER#{id} / SESSION#{hash}; LIMIT#{subject} / window: counters of failed logins. FREE#{hash of match and network} / MOMENT:
  // that somebody there has watched the free moment of a match.
  { name: 'sessions', ttl: 'expiresAt' },
  // Catalogue collections: {id} / ITEM and LOG / {sequence}.
  { name: 'clubs' },
  { name: 'events' },
  { name: 'vods' },
  { name: 'content' },
  { name: 'ads' },
  { name: 'staff' },
  { name: 'broadcasts' },
  // VOD#{id} / CLUB#{id}#{moment}, and {moment} / POINTER to it.
  { name: 'moments' },
  // A collection as above; CUT#{recording}#{club}#{start}#{seconds} and
  // SUMMARY#{recording}#{club}#{hash of its parts} / CLIP: the same cut is the same clip. FREE#… as CUT#…; whoever cuts
  // for themselves is the last part.
  { name: 'clips' },
  // {event} / ACTION#{id}: the log of a match; / SCORE: what follows from it, or that the match is gone.
  { name: 'scores', ttl: 'expiresAt' },
  // Contact messages (MESSAGE#{day}) and newsletter subscribers (NEWSLETTER#{address}), OUTBOX
  // / mails that are to be sent, SENT#{day} / those that were, FACTS / facts that are to be told.
  { name: 'messages', ttl: 'expiresAt' },
  // USER#{id} / CHECKOUT#{product}: the open checkout session; / RECEIPT#{id}: a receipt that was sent; / BILLING: what
  // invoices need of somebody who has deleted the account; / GONE: when. EVENT#{id} / USER#{id}: who has bought it.
  { name: 'purchases', ttl: 'expiresAt' },
  // USER#{id} / LIST#{video} and PROGRESS#{video}: saved and begun videos. {video} is the id of a
  // recording, or {id}#contentvideos.
  { name: 'library', ttl: 'expiresAt' },
  // EVENT#{id} / HANDLED: events of the payment provider that have been taken over.
  { name: 'stripe-events', ttl: 'expiresAt' },
  // {id} / UPLOAD: an open or finished upload of a large file.
  { name: 'uploads' },
  // USER#{id} / LEASE: the one stream of a user; / LIVE#{session}#{channel}: a view that the live service gave out.
  { name: 'leases', ttl: 'expiresAt' },
  // vods/{id}#{shard} or live/{id}#{shard} / USER#{id}: who has watched; / PARTS#{id}: which
  // parts; / VISITS: plays by visitors.
  { name: 'views' },
  // {events|clubs}#{id}#{shard} / USER#{id}: who follows it; USER#{id} / FOLLOW#{events|clubs}#{id}: the same for the person,
  // / SETTINGS: what they want to be told, / CALENDAR: the secret of their own calendar's address, hashed. TOLD#{event}#{what}#{shard} / {user}: told once. MATCH#{event} / TOLD: which date.
  { name: 'alerts', ttl: 'expiresAt' },
];
