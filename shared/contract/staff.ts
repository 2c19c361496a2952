/** Endpoints of club-staff users: invited by an admin, activated by a link. */
import * as z from 'zod';
import { NewPassword } from '../domain/account-forms.ts';
import { idPattern } from '../domain/ids.ts';
import { cleanEmail, simpleEmail } from '../domain/simple-email.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, ListQuery, NewId, Page, requiredText, Single, text, Version } from './schema.ts';

export const StaffStatus = z.enum(['invited', 'active', 'disabled']);
export type StaffStatus = z.output<typeof StaffStatus>;

/** `dateCreated` is the date of the invitation. */
export const ClubStaffUser = z.object({
  id: Id,
  email: z.string(),
  personalName: z.string(),
  status: StaffStatus,
  clubName: z.string(),
  clubId: Id,
  dateCreated: z.string(),
  dateActivated: z.string().nullable(),
  /** True if the email of an open invitation was returned. */
  returnsMail: z.literal(true).optional(),
  version: Version,
});
export type ClubStaffUser = z.output<typeof ClubStaffUser>;

export const Invitation = z.object({
  email: z
    .string('El email es requerido')
    .overwrite(cleanEmail)
    .toLowerCase()
    .min(1, 'El email es requerido')
    .max(254, 'Por favor, ingresa un email válido')
    .regex(simpleEmail, 'Por favor, ingresa un email válido'),
  clubId: z
    .string('Debes seleccionar un club')
    .min(1, 'Debes seleccionar un club')
    .pipe(Id)
    .meta({ pattern: idPattern.source }),
});

export const Acceptance = z.object({
  name: requiredText(100, 'Por favor, introduce tu nombre'),
  password: NewPassword,
});

const page = Page('clubStaffUsers', ClubStaffUser);
const one = { access: 'admin', data: Single('clubStaffUser', ClubStaffUser) } as const;

export const staffEndpoints = defineEndpoints({
  'GET /live/club-staff-users': {
    summary: 'Club-staff users, filtered by email, name, club and status',
    access: 'admin',
    query: ListQuery.pick({ page: true, search: true, clubIds: true }).extend({ status: StaffStatus.optional() }),
    data: z.object({ clubStaffUsers: page.shape.clubStaffUsers, pagination: page.omit({ clubStaffUsers: true }) }),
  },
  'POST /live/club-staff-users': {
    summary: 'Create an invited user and send the invitation',
    access: 'admin',
    body: Invitation,
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'STF4092'],
  },
  'GET /live/club-staff-users/{id}': { ...one, summary: 'One user', refuses: ['STF4040'] },
  'PATCH /live/club-staff-users/{id}': {
    ...one,
    summary: 'Rename, enable or disable a user; disabling ends running sessions',
    body: z.object({ personalName: text(100), status: z.enum(['active', 'disabled']), version: Version }).partial(),
    refuses: ['CLB4000', 'STF4040', 'STF4090'],
  },
  'DELETE /live/club-staff-users/{id}': { summary: 'Delete a user', access: 'admin', refuses: ['STF4040'] },
  'POST /live/club-staff-users/{id}/resend-invitation': {
    summary: 'Send a new link, valid for 48 hours; the old one stops working',
    access: 'admin',
    refuses: ['STF4040', 'STF4091'],
  },
  'GET /club-staff-invitations/{token}': {
    summary: 'The invited person; refused if the invitation is not valid',
    access: 'public',
    data: z.object({ email: z.string(), clubName: z.string() }),
    cache: 0,
    refuses: ['STF4000'],
  },
  'POST /club-staff-invitations/{token}/accept': {
    summary: 'Accept an invitation: set name and password, and activate the account',
    access: 'public',
    body: Acceptance,
    refuses: ['STF4000'],
  },
});
