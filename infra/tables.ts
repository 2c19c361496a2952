/**
 * DynamoDB tables, for the stacks and the local platform. All keys are strings, `pk` (hash) and `sk` (range), written
 * here as pk / sk. List indexes in memory serve the lists (functions/platform/lists), so hardly any secondary index is
 * needed.
 */
import type { TableName } from '../functions/platform/aws/dynamo-client.ts';

export interface TableSpec {
  name: TableName;
  indexes?: { name: string; pk: string; sk?: string }[];
  /**
   * Attribute with the expiry in seconds since the Unix epoch. DynamoDB deletes late, so reads compare the time too.
   */
  ttl?: string;
}

export const tables: TableSpec[] = [
  // USER#{id}; EMAIL#{address} and EXTERNAL#{id} enforce uniqueness in one transaction.
  { name: 'users' },
  // USER#{id} / SESSION#{hash}; LIMIT#{subject} / window: counters of failed logins; FREE#{hash of match and network} /
  // MOMENT: that network has used the match's free preview.
  { name: 'sessions', ttl: 'expiresAt' },
  // Lists: {id} / ITEM and LOG / {sequence}.
  { name: 'clubs' },
  // COMPETITION#{key} / SETTINGS, beside the list: the rules of a competition's tables.
  { name: 'events' },
  { name: 'vods' },
  { name: 'content' },
  { name: 'ads' },
  { name: 'staff' },
  { name: 'broadcasts' },
  // VOD#{id} / CLUB#{id}#{moment}, and {moment} / POINTER, which leads to it.
  { name: 'moments' },
  // A list. Also CUT#{recording}#{club}#{start}#{seconds} and SUMMARY#{recording}#{club}#{hash of its parts} / CLIP, so
  // that equal cuts share a clip; FREE#… like CUT#…. Viewer clips end with the user's id.
  { name: 'clips' },
  // {event} / ACTION#{id}: a match's score log; / SCORE: its score, or the mark that the match was deleted.
  { name: 'scores', ttl: 'expiresAt' },
  // MESSAGE#{day}: contact messages; NEWSLETTER#{address}: subscribers; OUTBOX: emails to send; SENT#{day}: sent emails;
  // FACTS: domain events to publish.
  { name: 'messages', ttl: 'expiresAt' },
  // USER#{id} / CHECKOUT#{product}: open checkout session; / RECEIPT#{id}: sent receipt; / BILLING: invoice data of a
  // deleted account; / GONE: time of its deletion. EVENT#{id} / USER#{id}: buyers. SOLD / {event}: events with buyers;
  // UNSEEN / {event}: sold events that cannot be watched; USER#{id} / UNSEEN#{event}#{since} and SEEN#…: sent emails
  // about them.
  { name: 'purchases', ttl: 'expiresAt' },
  // USER#{id} / LIST#{video}: saved videos; / PROGRESS#{video}: started videos. {video} is the id of a recording, or
  // {id}#contentvideos.
  { name: 'library', ttl: 'expiresAt' },
  // EVENT#{id} / HANDLED: applied events of the payment provider.
  { name: 'stripe-events', ttl: 'expiresAt' },
  // {id} / UPLOAD: an open or finished upload of a large file. GARBAGE / {due}#{name}: files to delete.
  // DELETED#{vods|contentvideos|events} / {id}: a deleted item that can be recovered. WITHDRAWN / {kind}/{id}: an item
  // that the edge refuses, completely or in part; WITHDRAWING / {ULID}: a change of one that the edge does not know yet;
  // EDGE / COMPARISON: progress of the daily comparison.
  { name: 'uploads' },
  // USER#{id} / LEASE: the user's stream lease; / LIVE#{session}#{channel}: a view issued at IVS.
  { name: 'leases', ttl: 'expiresAt' },
  // vods/{id}#{shard} or live/{id}#{shard} / USER#{id}: viewers; / PARTS#{id}: watched parts; / VISITS: plays by visitors.
  { name: 'views' },
  // {events|clubs}#{id}#{shard} / USER#{id}: followers; USER#{id} / FOLLOW#{events|clubs}#{id}: the same by user; /
  // SETTINGS: alert settings; / CALENDAR: hashed secret of the user's calendar address; TOLD#{event}#{what}#{shard} /
  // {user}: sent alerts; MATCH#{event} / TOLD: the announced date.
  { name: 'alerts', ttl: 'expiresAt' },
  // A list: matters, each deleted three years after its last step.
  { name: 'matters' },
  // CHAIN#{retention}#{shard} / {position}: entries of the audit, which never change.
  {
    name: 'audit',
    ttl: 'expiresAt',
    indexes: [
      { name: 'by-item', pk: 'item', sk: 'at' },
      { name: 'by-person', pk: 'person', sk: 'at' },
      { name: 'by-day', pk: 'day', sk: 'at' },
    ],
  },
  // A list: statements of image rights by team and by competition. {statement or club} / ENTRY#{id}: its history.
  // FAMILIES#{club} / CODE#{team} and / MEMBER#{team}#{user}: matches for families, 'Solo familias'; FAMILYCODE#{hash},
  // FAMILYMEMBER#{id} and USER#{id} / FAMILY#{member} lead to them.
  { name: 'rights', ttl: 'expiresAt' },
  // HOUR#{hour}#{shard} / {subject}: sums in progress; {subject} / {hour} and DAY#{day} / {subject}: final sums.
  // PLAYBACK#{random} / REPORT: the number of a playback's last report. TICKET#{hash} / {hour}: what its reports took.
  { name: 'quality', ttl: 'expiresAt' },
];
