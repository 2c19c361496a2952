import * as z from 'zod';
import {
  AddressFields,
  BasicFields,
  DocumentField,
  EmailField,
  NewPassword,
  PhoneField,
  ResetPassword,
} from '../domain/account-forms.ts';
import { passwordMaxLength, passwordMinLength, passwordPattern, passwordPatternText } from '../domain/limits.ts';
import { VideoPlaybackReport } from '../domain/playback-report.ts';
import { QualityReports } from '../domain/quality-report.ts';
import { cleanEmail } from '../domain/simple-email.ts';
import { Slug } from '../domain/slug.ts';
import { defineEndpoints } from './endpoint.ts';
import { PersonalData } from './personal-data.ts';
import { BooleanInput, CaptchaToken, Id, SportInput, text, Version } from './schema.ts';
import { BroadcastFields, User } from './user.ts';

export const Login = z.object({
  username: z.string('Introduce tu email').overwrite(cleanEmail).min(1, 'Introduce tu email').max(254),
  password: z.string('Introduce tu contraseña').min(1, 'Introduce tu contraseña').max(passwordMaxLength),
  captchaToken: CaptchaToken,
  platform: z.string().max(20).default('web'),
  remember: BooleanInput.default(false),
  /** Lets a former customer of the partner log in to subscribe; otherwise the answer is SSN4003. */
  subscribing: BooleanInput.default(false),
});

const platform = z.string().max(20).default('web');

/** Contact fields are sent by the subscription flow only. */
export const SignUp = BasicFields.extend({
  password: NewPassword,
  captchaToken: CaptchaToken,
  platform,
  acceptMarketing: BooleanInput.default(false),
  favoriteClubId: Id.optional(),
  phone: PhoneField.optional(),
  documentId: DocumentField.optional(),
  address: AddressFields.optional(),
});

/** An account without a password, for buying one match by email. */
export const EmailAccount = z.object({
  email: EmailField,
  captchaToken: CaptchaToken,
  platform,
  acceptTerms: z.literal(true, 'Debes aceptar los términos y condiciones'),
});

/** Result of a login or a sign-up by email. */
const Entered = z.object({ token: z.string(), expiresAt: z.string(), isLiveUser: z.boolean(), user: User });

/** The check of `passwordPair`, as JSON Schema. */
const bothPasswords = {
  dependentRequired: { oldPassword: ['newPassword'], newPassword: ['oldPassword'] },
  dependentSchemas: {
    newPassword: {
      properties: {
        oldPassword: { minLength: 1 },
        newPassword: { minLength: passwordMinLength, pattern: passwordPattern.source },
      },
    },
  },
};

/** Contact data and preferences; or a new password, which requires the old one. */
export const ProfileChanges = z
  .object({
    phone: PhoneField,
    documentId: DocumentField,
    address: AddressFields,
    acceptMarketing: BooleanInput,
    hidesResults: BooleanInput,
    declinesClubs: BooleanInput,
    oldPassword: z.string().max(passwordMaxLength),
    newPassword: z.string().max(passwordMaxLength),
  })
  .partial()
  .check(passwordPair)
  .meta(bothPasswords);

function passwordPair(
  context: z.core.ParsePayload<{ oldPassword?: string | undefined; newPassword?: string | undefined }>,
) {
  const { oldPassword, newPassword } = context.value;
  const reject = (message: string) => context.issues.push({ code: 'custom', message, input: context.value });
  if (newPassword && !oldPassword) reject('La contraseña actual es requerida para cambiar la contraseña');
  else if (oldPassword && !newPassword) reject('La nueva contraseña es requerida');
  else if (newPassword && newPassword.length < passwordMinLength)
    reject('La contraseña debe tener al menos 8 caracteres');
  else if (newPassword && !passwordPattern.test(newPassword)) reject(passwordPatternText);
}

export const BroadcastChanges = z
  .object({
    slug: Slug,
    title: text(200),
    summary: text(5000),
    sport: SportInput,
    sportEventId: Id.nullable(),
    version: Version,
    oldPassword: z.string().max(passwordMaxLength),
    newPassword: z.string().max(passwordMaxLength),
  })
  .partial()
  .check(passwordPair)
  .meta(bothPasswords);

export const accountEndpoints = defineEndpoints({
  'POST /session/login': {
    summary: 'Log in with an email or a user id',
    access: 'public',
    body: Login,
    data: Entered,
    refuses: ['CPT4000', 'CPT4001', 'REQ4290', 'SR4006', 'SSN4003', 'SSN4011'],
  },
  'GET /session/logout': { summary: 'End this session at once', access: 'viewer' },
  'GET /live/session/logout': { summary: 'End an admin’s session at once', access: 'admin' },
  'PATCH /session': {
    summary: 'Heartbeat of a player: acquire, renew, take over or release the user’s only stream, and report progress',
    access: 'viewer',
    body: z.object({
      isWatching: z.boolean(),
      takeOver: z.boolean().default(false),
      /** Position in the video, stored even if another session holds the stream; ignored for a deleted video. */
      played: VideoPlaybackReport.optional(),
      /** Measurements of the player; ignored for a video that the user may not watch. */
      quality: QualityReports.optional(),
    }),
    refuses: ['SSN4030', 'SSN4090'],
  },
  'POST /users': {
    summary: 'Sign up',
    access: 'public',
    body: SignUp,
    data: z.object({ id: Id }),
    status: 201,
    refuses: ['CLB4000', 'CPT4000', 'REQ4290', 'SR4092'],
  },
  'POST /users/by-email': {
    summary: 'Sign up with an email only, in order to buy: creates an account without a password and its session',
    access: 'public',
    body: EmailAccount,
    data: Entered,
    refuses: ['CPT4000', 'REQ4290', 'SR4092', 'SR4093'],
  },
  'POST /users/forgot-password': {
    summary: 'Request a password reset link; unknown addresses get the same answer',
    access: 'public',
    body: z.object({ email: EmailField, captchaToken: CaptchaToken, platform }),
    refuses: ['CPT4000', 'REQ4290'],
  },
  'POST /users/reset-password': {
    summary: 'Set a new password with the token from the email',
    access: 'public',
    body: z.object({ token: z.string().max(200).default(''), newPassword: ResetPassword }),
    refuses: ['SR4002'],
  },
  'PATCH /users/me': {
    summary: 'Change contact data, preferences, or the password',
    access: 'viewer',
    body: ProfileChanges,
    refuses: ['REQ4290', 'SR4000'],
  },
  'GET /users/me/data': { summary: 'All stored data of the caller', access: 'viewer', data: PersonalData },
  'DELETE /users/me': {
    summary: 'Delete the caller’s account, confirmed by the password',
    access: 'viewer',
    body: z.object({ password: z.string().max(passwordMaxLength).default('') }),
    refuses: ['REQ4290', 'SR4001', 'SSN4030'],
  },
  'PATCH /live/users/me': {
    summary: 'Change the broadcast profile, or the password of an admin',
    access: 'admin',
    body: BroadcastChanges,
    data: z.object({ user: User.extend(BroadcastFields.partial().shape) }),
    refuses: ['BRD4000', 'CAM4090', 'EVT4000', 'EVT4040', 'REQ4290', 'SR4000'],
  },
  'GET /users/me': { summary: 'Account data of the caller', access: 'viewer', data: z.object({ user: User }) },
  'GET /live/users/me': {
    summary: 'Account data of an admin, with the broadcast profile',
    access: 'admin',
    data: z.object({ user: User.extend(BroadcastFields.partial().shape) }),
  },
});
