/**
 * DynamoDB tables, for the stacks and the local platform. All keys are strings, `pk` (hash) and `sk` (range), written
 * here as pk / sk. List indexes in memory serve the lists (functions/platform/lists), so hardly any secondary index is
 * needed.
 */
import type { TableName } from '../functions/platform/aws/dynamo-client.ts';
import type { PersonalData } from '../shared/contract/personal-data.ts';

export interface TableSpec {
  name: TableName;
  indexes?: { name: string; pk: string; sk?: string }[];
  /**
   * Attribute with the expiry in seconds since the Unix epoch. DynamoDB deletes late, so reads compare the time too.
   */
  ttl?: string;
  /**
   * Every kind of item by its key; the local platform refuses to write any other. `{name}` stands for a part without '#',
   * `{name*}` for any text. `npm run check` compares the statements with the export, the jobs and their grants.
   */
  items: Record<string, 'none' | Personal>;
  /** The end of the items that belong to a club, after `DELETE /live/clubs/{id}`; `none` if no kind of them does. */
  ofClubs: 'none' | OfClubs;
}

/** Either a job that handles `ClubDeleted` ends them, or they are `kept` for a reason, or some are kept. */
export type OfClubs = { job: string; kept?: string } | { kept: string };

/** An item that is about a person who has an account. */
export interface Personal {
  /** Fields of `GET /users/me/data` that carry it, or the reason why none does. */
  export: readonly (keyof PersonalData)[] | string;
  /**
   * Its end after `DELETE /users/me`: `account` in the same transaction, `job` by a job that handles `AccountDeleted`,
   * `expires` by the table's `ttl`, or `kept` for a reason.
   */
  erase: 'account' | 'expires' | { job: string; kept?: string } | { kept: string };
}

/** The items of a list (functions/platform/lists). The log is cut after each snapshot. */
const list = { '{id} / ITEM': 'none', 'LOG / {sequence}': 'none' } as const;

/** A row names the account by its id alone, until the log is cut. */
const personalList = (item: Personal) =>
  ({
    '{id} / ITEM': item,
    'LOG / {sequence}': { export: 'rows of the items', erase: { kept: 'until the log is cut' } },
  }) as const;

const alert: Personal = { export: ['alerts'], erase: { job: 'forget-alerts' } };
const family: Personal = { export: ['families'], erase: { job: 'forget-families' } };
const clip: Personal = { export: ['clips'], erase: { job: 'clear-shelf' } };
const secret: Personal = { export: 'a secret, or a hash that identifies nobody', erase: 'expires' };
const mark: Personal = { export: 'a mark that an email or a message was sent', erase: 'expires' };
const passing: Personal = { export: 'a state of minutes', erase: 'expires' };

export const tables: TableSpec[] = [
  {
    name: 'users',
    ofClubs: { job: 'close-staff' },
    items: {
      'USER#{id} / USER': {
        export: [
          ...(['id', 'role', 'name', 'surname', 'email', 'clubId', 'subscription', 'documentId', 'phone'] as const),
          ...(['address', 'sportEvents', 'acceptsMarketing', 'hidesResults', 'declinesClubs', 'hasFamilies'] as const),
          ...([
            'hasPassword',
            'passes',
            'partnerSubscription',
            'emailConfirmedAt',
            'dateCreated',
            'marketing',
            'accepted',
            'grants',
          ] as const),
        ],
        erase: 'account',
      },
      // These enforce uniqueness in one transaction.
      'EMAIL#{address*} / POINTER': { export: ['email'], erase: 'account' },
      'EXTERNAL#{id*} / POINTER': { export: ['externalId'], erase: 'account' },
    },
  },
  {
    name: 'sessions',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      'USER#{id} / SESSION#{hash}': { export: ['sessions'], erase: 'expires' },
      // Counters of failed logins and other attempts.
      'LIMIT#{name}#{hash} / WINDOW#{window}': secret,
      // A network from which this account has logged in before.
      'KNOWN#{hash} / LOGIN': secret,
      'RESET#{hash} / LINK': secret,
      'RECOVERY#{id} / SENT': mark,
      'INVITATION#{hash} / LINK': secret,
      'TELEVISION#{code} / LOGIN': secret,
      // Marks that this network has used the match's free preview.
      'FREE#{hash} / MOMENT': secret,
    },
  },
  {
    name: 'clubs',
    ofClubs: { kept: 'favourites, which name a club that is not found any more' },
    items: {
      ...list,
      'USER#{id} / FAVOURITE#{club}': { export: ['favoriteClubs'], erase: 'account' },
      '{id} / FAVOURITES': 'none',
    },
  },
  // The rules of a competition's tables, and the rulings of its season, stand beside the list.
  {
    name: 'events',
    ofClubs: { kept: 'matches, which other clubs play too' },
    items: { ...list, 'COMPETITION#{key*} / SETTINGS': 'none', 'COMPETITION#{key*} / RULINGS#{slug}': 'none' },
  },
  {
    name: 'vods',
    ofClubs: { kept: 'recordings of matches, which other clubs play too' },
    items: { ...list, 'KEY#{kind}#{id} / {generation}': 'none' },
  },
  { name: 'content', ofClubs: 'none', items: list },
  { name: 'ads', ofClubs: { kept: 'films, which admins made for the matches of clubs' }, items: list },
  {
    name: 'staff',
    ofClubs: { job: 'close-staff' },
    items: personalList({ export: ['staff'], erase: { job: 'close-staff' } }),
  },
  {
    name: 'broadcasts',
    ofClubs: { kept: 'cameras, which admins assign to other clubs' },
    items: {
      ...list,
      'SLUG#{slug} / POINTER': 'none',
      'RENEW#{id} / LOCK': 'none',
      'BROADCASTS#{channel} / {id}': 'none',
      'OPEN / {id}': 'none',
      'FAILED / {id}': 'none',
      'ATTEMPT#{stream} / POINTER': 'none',
      'RECORDING#{prefix} / POINTER': 'none',
      'TOLD#{id} / {broadcast}': 'none',
      'TOLD#{id} / {until}#{recipient}': { export: mark.export, erase: { kept: 'the id of a member of staff' } },
    },
  },
  {
    name: 'moments',
    ofClubs: { kept: 'they stay with their recording' },
    items: {
      'VOD#{id} / CLUB#{club}#{moment}': 'none',
      'VOD#{id} / ACTION#{action}': 'none',
      'MOMENT#{id} / POINTER': 'none',
    },
  },
  {
    name: 'clips',
    ofClubs: { kept: 'they stay with their recording' },
    items: {
      ...personalList(clip),
      // Equal cuts share a clip; those of viewers end with the user's id.
      'CUT#{recording}#{cut*} / CLIP': clip,
      'LIVE#{broadcast}#{cut*} / CLIP': 'none',
      'SUMMARY#{recording}#{cut*} / CLIP': 'none',
      'FREE#{recording}#{cut*} / CLIP': 'none',
    },
  },
  {
    name: 'scores',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      '{event} / ACTION#{id}': 'none',
      // The score, or the mark that the match was deleted.
      '{event} / SCORE': 'none',
      '{event} / WORD': 'none',
      // The scorer link and the camera link.
      '{event} / LINK': 'none',
      '{event} / CAMERA': 'none',
    },
  },
  {
    name: 'messages',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      'MESSAGE#{day} / {id}': { export: 'sent without an account', erase: 'expires' },
      'NEWSLETTER#{address*} / SUBSCRIBER': { export: ['newsletter'], erase: 'account' },
      'RETURNED#{address*} / STATE': { export: ['returnedMail'], erase: 'account' },
      'OUTBOX / {id}': { export: 'an email that is being sent', erase: { kept: 'until it is sent' } },
      'SENT#{day} / {id}': { export: 'a copy of an email that the person has', erase: 'expires' },
      // Domain events to publish.
      'FACTS / {id}': { export: 'names the account by its id alone', erase: { kept: 'until it is published' } },
      'TOLD#PUBLICATIONS / {id}': 'none',
    },
  },
  {
    name: 'purchases',
    ofClubs: { kept: 'statements, six years' },
    ttl: 'expiresAt',
    items: {
      'USER#{id} / CHECKOUT#{product*}': { export: 'the address of an open payment page', erase: 'expires' },
      'CHECKOUTS#{event} / USER#{id}': {
        export: 'the id of an open payment page',
        erase: { kept: 'until the page ends' },
      },
      'USER#{id} / RECEIPT#{id}': {
        export: 'GET /users/me/payments lists them',
        erase: { kept: 'invoices, six years' },
      },
      'USER#{id} / ORDER#{number}': { export: ['orders'], erase: { kept: 'what was agreed to, six years' } },
      'NUMBER#{number} / OWNER': {
        export: ['orders'],
        erase: { kept: 'the way to withdraw from an order, six years' },
      },
      'USER#{id} / WITHDRAWAL#{number}': { export: ['orders'], erase: { kept: 'a withdrawal, six years' } },
      // Withdrawals whose money has not gone back yet.
      'WITHDRAWALS / {number}': 'none',
      'USER#{id} / BILLING': { export: 'of a deleted account', erase: { kept: 'invoices, six years' } },
      'USER#{id} / GONE': { export: 'of a deleted account', erase: 'expires' },
      'EVENT#{id} / USER#{id}': {
        export: ['sportEvents'],
        erase: { kept: 'the sum of a sale, by an id that is gone' },
      },
      'HOLDERS#{product} / USER#{id}': { export: ['subscription', 'passes'], erase: { job: 'end-payments' } },
      // Invoices: records, what was issued for a charge, and which records hold a person's tax number.
      'INVOICES#{month} / {position}': { export: ['invoices'], erase: { kept: 'invoices, six years' } },
      'CHARGE#{id} / INVOICE': { export: 'GET /users/me/payments lists them', erase: { kept: 'invoices, six years' } },
      'USER#{id} / INVOICE#{id}': { export: ['invoices'], erase: { kept: 'invoices, six years' } },
      // Closed statements of clubs, with their figures and the provider's transactions.
      'STATEMENTS / {month}': 'none',
      'STATEMENT#{id} / {part*}': 'none',
      // The end of the invoices' chain, how far the provider's ledger was read, and how far invoices were mailed.
      'INVOICES / CHAIN': 'none',
      'INVOICES / LEDGER': 'none',
      'INVOICES / MAILED': 'none',
      // Requests for promotion codes that are done.
      'PROMOTIONS / {id}': 'none',
      'SOLD / {event}': 'none',
      'UNSEEN / {event}': 'none',
      // Measured minutes without a picture.
      'LOST / {event}': 'none',
      'USER#{id} / PART#{event}': mark,
      'USER#{id} / UNSEEN#{event}#{since}': mark,
      'USER#{id} / SEEN#{event}#{since}': mark,
      'USER#{id} / REFUNDED#{event}#{since}': mark,
      'USER#{id} / REFUND#{id}': { export: mark.export, erase: { kept: 'invoices, six years' } },
    },
  },
  {
    name: 'library',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      // The video is the id of a recording, or {id}#contentvideos.
      'USER#{id} / LIST#{video*}': { export: ['myList'], erase: { job: 'clear-shelf' } },
      'USER#{id} / PROGRESS#{video*}': { export: ['watched'], erase: { job: 'clear-shelf' } },
    },
  },
  // Applied events of the payment provider.
  { name: 'stripe-events', ofClubs: 'none', ttl: 'expiresAt', items: { 'EVENT#{id} / HANDLED': 'none' } },
  // Broadcasts of phones: who sends, and which segments have arrived.
  {
    name: 'segments',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      'DEVICE#{event}#{device} / PUBLISHER': 'none',
      'BUDGET#{event} / {link}': 'none',
      '{publisher} / STATE': 'none',
      'OPEN / {publisher}': 'none',
      '{publisher} / NUMBER#{number}#{rendition}': 'none',
      '{publisher} / SLOT#{slot}': 'none',
    },
  },
  {
    name: 'uploads',
    ofClubs: 'none',
    items: {
      // An open or finished upload of a large file.
      '{id} / UPLOAD': 'none',
      // Files to delete.
      'GARBAGE / {due}#{name*}': 'none',
      // A deleted item that can be recovered.
      'DELETED#{kind} / {id}': 'none',
      // An item that the edge refuses, completely or in part; and a change of one that the edge does not know yet.
      'WITHDRAWN / {item}': 'none',
      'WITHDRAWING / {id}': 'none',
      // Progress of the daily comparison.
      'EDGE / COMPARISON': 'none',
    },
  },
  {
    name: 'leases',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      // The lease of a screen; the first one has no number.
      'USER#{id} / LEASE': passing,
      'USER#{id} / LEASE#{screen}': passing,
      // A view issued at IVS, and when it is checked.
      'USER#{id} / LIVE#{session}#{channel}': passing,
      'DUE#{shard} / {time}#{user}': passing,
    },
  },
  {
    name: 'views',
    ofClubs: 'none',
    items: {
      // Viewers of an item and the parts that they watched, counted only; plays by visitors.
      '{item}#{shard} / USER#{id}': { export: ['watched'], erase: { kept: 'a count, by an id that is gone' } },
      '{item}#{shard} / PARTS#{id}': { export: ['watched'], erase: { kept: 'a count, by an id that is gone' } },
      '{item}#{shard} / VISITS': 'none',
    },
  },
  {
    name: 'alerts',
    ofClubs: { job: 'forget-alerts' },
    ttl: 'expiresAt',
    items: {
      'USER#{id} / FOLLOW#{kind}#{id}': alert,
      '{kind}#{id}#{shard} / USER#{id}': alert,
      'USER#{id} / SETTINGS': alert,
      // Hashed secret of the address of the user's calendar.
      'USER#{id} / CALENDAR': alert,
      'DEVICE#{id} / HOLDER': alert,
      'TOLD#{event}#{what*} / DEVICES': 'none',
      'TOLD#{event}#{what*} / {who}': mark,
      // The announced date.
      'MATCH#{event} / TOLD': 'none',
      'MATCH#{event}#FAMILIES / TOLD': 'none',
    },
  },
  // Each matter is deleted three years after its last step.
  {
    name: 'matters',
    ofClubs: { kept: 'three years' },
    items: personalList({ export: ['matters'], erase: { job: 'detach-matters', kept: 'the matter, three years' } }),
  },
  {
    name: 'audit',
    ofClubs: { kept: 'entries never change' },
    ttl: 'expiresAt',
    indexes: [
      { name: 'by-item', pk: 'item', sk: 'at' },
      { name: 'by-person', pk: 'person', sk: 'at' },
      { name: 'by-day', pk: 'day', sk: 'at' },
    ],
    // Entries never change.
    items: { 'CHAIN#{retention}#{shard} / {position}': { export: ['changes'], erase: 'expires' } },
  },
  {
    name: 'rights',
    ofClubs: { job: 'forget-families', kept: 'statements and contracts, which prove what was allowed' },
    ttl: 'expiresAt',
    items: {
      // Statements of image rights by team and by competition, and the history of a statement or a club's contract.
      ...list,
      '{owner} / ENTRY#{id}': { export: ['imageRights'], erase: 'expires' },
      // Matches for families, 'Solo familias'.
      'FAMILIES#{club} / CODE#{team*}': 'none',
      'FAMILYCODE#{hash} / LINK': 'none',
      'FAMILIES#{club} / MEMBER#{team*}#{user}': family,
      'FAMILYMEMBER#{id} / POINTER': family,
      'USER#{id} / FAMILY#{member}': family,
    },
  },
  {
    name: 'quality',
    ofClubs: 'none',
    ttl: 'expiresAt',
    items: {
      // Sums in progress, and final ones.
      'HOUR#{hour}#{shard} / {subject*}': 'none',
      '{subject} / {hour}': 'none',
      'DAY#{day} / {subject*}': 'none',
      // The number of a playback's last report, and what a ticket's reports took.
      'PLAYBACK#{random} / REPORT': 'none',
      'TICKET#{hash} / {hour}': 'none',
    },
  },
];
