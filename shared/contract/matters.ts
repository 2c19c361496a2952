/** Endpoints of matters: objections of guardians and reports by anybody, from the form to the appeal. */
import * as z from 'zod';
import { emailField } from '../domain/account-forms.ts';
import { defineEndpoints } from './endpoint.ts';
import { CaptchaToken, Id, Page, requiredText, SearchQuery, Single, text, Version } from './schema.ts';
import { Cuts } from './withdrawals.ts';

export const matterReasons = ['MINOR', 'PRIVACY', 'HATE', 'COPYRIGHT', 'ILLEGAL', 'OTHER'] as const;
export const relations = ['GUARDIAN', 'SELF', 'OTHER'] as const;

/** OPEN and APPEALED wait for the staff, ASKED for the writer. */
export const MatterState = z.enum(['OPEN', 'ASKED', 'APPEALED', 'KEPT', 'HIDDEN']);
export type MatterState = z.output<typeof MatterState>;

/** CUT: the item stays, and staff have already removed the seconds in question. */
export const Answer = z.enum(['KEEP', 'CUT', 'HIDE', 'ASK']);
export type Answer = z.output<typeof Answer>;

const Statement = requiredText(3000, 'Escribe una explicación');

export const NewMatter = z
  .object({
    /** Id chosen by the form, which makes a repeated request idempotent. */
    attempt: Id,
    kind: z.enum(['OBJECTION', 'REPORT']),
    /** Address of the page, or its path. */
    page: text(500).default(''),
    /** Team or match in the writer's own words. */
    about: text(300).default(''),
    /** Second of the page's player, which left out `cuts`; without them, the ranges that are removed now. */
    second: z.int().min(0).max(86_400).nullable().default(null),
    cuts: Cuts.optional(),
    reason: z.enum(matterReasons, 'Elige un motivo'),
    relation: z.enum(relations).default('OTHER'),
    /** True if a minor can be recognised: an objection then hides its item first. */
    minor: z.boolean('Dinos si se reconoce a un menor'),
    name: requiredText(200, 'El nombre es obligatorio'),
    email: emailField('Por favor, introduce un email válido'),
    phone: text(30).default(''),
    message: Statement,
    captchaToken: CaptchaToken,
  })
  .refine(({ page, about }) => page !== '' || about !== '', {
    error: 'Dinos de qué página, equipo o partido se trata',
    path: ['about'],
  })
  .meta({
    anyOf: [
      { required: ['page'], properties: { page: { minLength: 1 } } },
      { required: ['about'], properties: { about: { minLength: 1 } } },
    ],
  });

export const MatterStep = z.object({
  at: z.string(),
  what: z.enum([
    'RECEIVED',
    'HIDDEN_FIRST',
    'TOLD',
    'KEEP',
    'CUT',
    'HIDE',
    'ASK',
    'UNDONE',
    'RESTORED',
    'DATA',
    'APPEAL',
    'NAMED',
    'RELEASED',
  ]),
  by: z.enum(['writer', 'platform', 'club', 'admin']),
  text: z.string(),
});
export type MatterStep = z.output<typeof MatterStep>;

/** The writer's view. */
const FollowedMatter = z.object({
  number: z.string(),
  kind: z.enum(['OBJECTION', 'REPORT']),
  state: MatterState,
  createdAt: z.string(),
  deadline: z.string(),
  title: z.string(),
  isHidden: z.boolean(),
  /** True if the writer may hide the item now, by saying that a minor is recognised. */
  canHide: z.boolean(),
  steps: z.array(MatterStep),
  canAppeal: z.boolean(),
});

const MatterRow = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(['OBJECTION', 'REPORT']),
  state: MatterState,
  createdAt: z.string(),
  deadline: z.string(),
  reason: z.enum(matterReasons),
  /** True if a minor is recognised. */
  minor: z.boolean(),
  title: z.string(),
  /** False while the matter has no known item that can be hidden. */
  isFound: z.boolean(),
  isHidden: z.boolean(),
});

/** The staff's view. Only admins see the writer. */
export const Matter = MatterRow.extend({
  version: Version,
  /** Path of the page; null if none is known. */
  path: z.string().nullable(),
  picture: z.string().nullable(),
  about: z.string(),
  /** Second of the recording, also counting removed ranges. */
  second: z.int().nullable(),
  relation: z.enum(relations),
  message: z.string(),
  writer: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  clubs: z.array(z.object({ id: Id, name: z.string() })),
  steps: z.array(MatterStep),
  answers: z.array(Answer),
  /** The present audience of the item, and what hiding it takes away; null if the caller cannot hide it. */
  loss: z
    .object({
      watchers: z.enum(['EVERYBODY', 'FAMILIES', 'NOBODY']),
      buyers: z.int(),
      recordings: z.int(),
      clips: z.int(),
    })
    .nullable(),
  /** True if the caller may name the match or video that it is about. */
  canName: z.boolean(),
  /** Recordings of the item, from which seconds can be removed. */
  recordings: z.array(z.object({ id: Id, title: z.string() })),
  canAppeal: z.boolean(),
  /** Matters of the same network or mailbox that hide their items undecided, if they are many; for admins. */
  sameOrigin: z.array(z.object({ id: Id, number: z.string(), title: z.string() })),
  /** End of the time in which the last decision can be undone; null if it cannot be. */
  undoUntil: z.string().nullable(),
});
export type Matter = z.output<typeof Matter>;

/** The matter's id and a secret. */
const MatterToken = z.object({ token: z.string().max(100) });

const Sent = z.object({
  number: z.string(),
  deadline: z.string(),
  token: z.string(),
  /** False if no item was found by the address. */
  isFound: z.boolean(),
  isHidden: z.boolean(),
  canHide: z.boolean(),
});

const followed = { access: 'public', data: Single('matter', FollowedMatter) } as const;
const managed = { access: 'staff', data: Single('matter', Matter) } as const;

export const matterEndpoints = defineEndpoints({
  'POST /public/matters': {
    summary: 'Object to images of a minor, or report a page; needs no account',
    access: 'public',
    body: NewMatter,
    /** The token opens the matter for the page that sent it, like the link of its email. */
    data: Sent,
    status: 201,
    refuses: ['CPT4000', 'EVT4040', 'REQ4290'],
  },
  'POST /public/matters/follow': {
    summary: 'State and steps of a matter, with the token from its emails',
    ...followed,
    body: MatterToken,
    refuses: ['MTT4040'],
  },
  'POST /public/matters/reply': {
    summary: 'Answer a question about a matter or appeal its decision once, with the token from its emails',
    ...followed,
    body: MatterToken.extend({ message: Statement }),
    refuses: ['MTT4040', 'MTT4091', 'REQ4290'],
  },
  'POST /public/matters/hide': {
    summary: 'Hide the item of an objection now, because a minor is recognised; with its token',
    ...followed,
    body: MatterToken,
    refuses: ['EVT4040', 'MTT4040', 'MTT4094'],
  },
  'GET /matters': {
    summary: 'Matters by deadline, waiting ones first; club staff see those of their club',
    access: 'staff',
    query: SearchQuery.extend({ state: z.enum(['waiting', 'closed']).optional() }),
    data: Page('matters', MatterRow),
  },
  'GET /matters/{id}': { summary: 'One matter', ...managed, refuses: ['MTT4040', 'SSN4030'] },
  'POST /matters/{id}/target': {
    summary:
      'Name the match or video of a matter whose page is unknown, by its address; hides it at once if a minor is recognised',
    ...managed,
    body: z.object({ page: requiredText(500, 'Dinos qué partido o video es'), version: Version }),
    refuses: ['EVT4040', 'MTT4001', 'MTT4040', 'MTT4091', 'SSN4030'],
  },
  'POST /matters/{id}/decision': {
    summary:
      'Decide on a matter with reasons: keep, keep without some seconds, hide, or ask a question; only admins may keep',
    ...managed,
    body: z.object({ answer: Answer, reasons: Statement, version: Version }),
    refuses: ['EVT4040', 'MTT4040', 'MTT4091', 'MTT4093', 'SSN4030'],
  },
  'DELETE /matters/{id}/decision': {
    summary: 'Undo the last decision, until both sides have been notified',
    ...managed,
    refuses: ['EVT4040', 'MTT4040', 'MTT4092', 'SSN4030'],
  },
  'POST /matters/{id}/release': {
    summary: 'Show again the items that matters of one network or mailbox hide undecided; the matters go on waiting',
    access: 'admin',
    body: z.object({ matters: z.array(Id).min(1, 'Elige qué avisos').max(100) }),
    data: Single('matter', Matter),
    refuses: ['EVT4040', 'MTT4040'],
  },
  'POST /matters/{id}/appeal': {
    summary: 'Appeal a decision for the club, once',
    access: 'clubStaff',
    body: z.object({ message: Statement }),
    data: Single('matter', Matter),
    refuses: ['MTT4040', 'MTT4091', 'SSN4030'],
  },
});
