import * as z from 'zod';
import { EmailField } from '../domain/account-forms.ts';
import { embedHost, maxEmbedHostLength, maxEmbedHosts } from '../domain/embed-hosts.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  BooleanInput,
  Id,
  ListQuery,
  NewId,
  Page,
  requiredText,
  SearchQuery,
  Single,
  Sport,
  text,
  Version,
} from './schema.ts';
import { SideKind } from './scores.ts';

/** The person of a club whom families contact about the protection of minors (LOPIVI art. 48). */
export const ProtectionContact = z.object({
  name: requiredText(120, 'Escribe el nombre de la persona de contacto'),
  email: EmailField,
  phone: text(30).default(''),
});
export type ProtectionContact = z.output<typeof ProtectionContact>;

/** `thumbnail` is a URL on the media host. */
export const Club = z.object({ id: Id, name: z.string(), thumbnail: z.string().nullable(), visible: z.boolean() });
export type Club = z.output<typeof Club>;

/** With `details`: the sports of its matches and videos, and its next match. */
const ListedClub = Club.extend({
  sports: z.array(Sport).optional(),
  next: z.object({ eventId: Id, start: z.string(), rival: z.string().nullable() }).nullable().optional(),
});
export type ListedClub = z.output<typeof ListedClub>;

const ClubPage = Club.extend({ protection: ProtectionContact.optional() });

/** A club as its staff see it. */
const OwnClub = ClubPage.extend({
  version: Version,
  /** Actions that become moments of the recording automatically. */
  momentKinds: z.array(SideKind),
  /** True if staff may publish clips of its matches. */
  publicClips: z.boolean(),
  /** True if viewers of its matches may cut clips. */
  viewerClips: z.boolean(),
  /** Sites that may embed its matches and calendar. */
  embedHosts: z.array(z.string()),
  /** True if results may appear where users cannot hide them: link previews and embeds. */
  scoreInPreviews: z.boolean(),
});

export const ManagedClub = OwnClub.extend({ userFavoritedCount: z.int() });
export type ManagedClub = z.output<typeof ManagedClub>;

const name = requiredText(120, 'El nombre del club es requerido');
export const NewClub = z.object({ name, visible: BooleanInput.default(true) });
const momentKinds = z.array(SideKind).max(SideKind.options.length);
const EmbedHost = z
  .string('El dominio no es válido')
  .max(maxEmbedHostLength, 'El dominio no es válido')
  .regex(embedHost, 'Escribe cada dominio como www.tuclub.es');
const embedHosts = z
  .array(EmbedHost)
  .max(maxEmbedHosts, `Como máximo, ${maxEmbedHosts} dominios`)
  .transform((hosts) => [...new Set(hosts)]);
export const ClubChanges = z
  .object({
    name,
    visible: BooleanInput,
    momentKinds,
    publicClips: BooleanInput,
    viewerClips: BooleanInput,
    embedHosts,
    scoreInPreviews: BooleanInput,
    protection: ProtectionContact.nullable(),
    version: Version,
  })
  .partial();

const managed = { access: 'admin', data: Single('club', ManagedClub), refuses: ['CLB4040'] } as const;
const own = { access: 'clubStaff', data: Single('club', OwnClub), refuses: ['CLB4040'] } as const;

export const clubEndpoints = defineEndpoints({
  'GET /clubs': {
    summary:
      'Visible clubs, paged and searchable by name; `sport` keeps clubs with a match or video of it; `details` returns larger pages, with sports and next match',
    access: 'public',
    query: SearchQuery.extend({ sport: ListQuery.shape.sport, details: BooleanInput.optional() }),
    data: Page('clubs', ListedClub),
    cache: 30,
    publiclyCacheable: true,
  },
  'GET /clubs/{id}': {
    summary: 'One club',
    access: 'public',
    data: Single('club', ClubPage),
    cache: 30,
    publiclyCacheable: false,
    refuses: ['CLB4040'],
  },
  'GET /live/clubs': {
    summary: 'All clubs, including hidden ones',
    access: 'admin',
    query: SearchQuery.extend({ visible: BooleanInput.optional() }),
    data: Page('clubs', ManagedClub),
  },
  'POST /live/clubs': { summary: 'Create a club', access: 'admin', body: NewClub, data: NewId, status: 201 },
  'GET /live/clubs/{id}': { ...managed, summary: 'One club' },
  'PATCH /live/clubs/{id}': { ...managed, body: ClubChanges, summary: 'Rename, show or hide a club' },
  'DELETE /live/clubs/{id}': { summary: 'Delete a club', access: 'admin', refuses: ['CLB4040'] },
  'GET /clubStaff/clubs/{id}': { ...own, summary: 'One club, not only the caller’s' },
  'PATCH /clubStaff/clubs/{id}': { ...own, body: ClubChanges, summary: 'Rename, show or hide the caller’s club' },
  'DELETE /clubStaff/clubs/{id}': { summary: 'Always refused', access: 'clubStaff' },

  'GET /users/me/favorite-clubs': {
    summary: 'Favourite clubs of the caller',
    access: 'viewer',
    data: z.object({ clubs: z.array(Club) }),
  },
  'PUT /users/me/favorite-clubs/{clubId}': { summary: 'Mark a favourite', access: 'viewer', refuses: ['CLB4040'] },
  'DELETE /users/me/favorite-clubs/{clubId}': { summary: 'Remove a favourite', access: 'viewer' },

  'GET /clubStaff/clubs': {
    summary: 'All clubs, for the selectors of club staff',
    access: 'clubStaff',
    query: SearchQuery,
    data: Page('clubs', Club),
  },
});
