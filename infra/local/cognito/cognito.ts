/**
 * Cognito user pool emulator for the admin calls in `operations`, with lockouts and PreventUserExistenceErrors. Tokens are
 * random strings, because the product never reads them. Unsupported: other auth flows, messages to users, MFA, groups.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';
import { dummyPassword, hashPassword, verifyPassword } from './passwords.ts';
import { Quotas } from './quotas.ts';

export const userPoolId = 'local_pool';
export const userPoolClientId = 'local-client';

export async function startCognito({ dataDir, port }: { dataDir: string; port?: number }): Promise<Emulator> {
  const pool = new UserPool(join(dataDir, 'cognito.json'));
  const quotas = new Quotas();
  return startJsonService({
    name: 'cognito',
    target: 'AWSCognitoIdentityProviderService',
    port,
    operations: quotas.limit({
      AdminCreateUser: defineOperation(CreateUser, (input) => pool.create(input)),
      AdminSetUserPassword: defineOperation(SetPassword, (input) => pool.setPassword(input)),
      AdminInitiateAuth: defineOperation(InitiateAuth, (input) => pool.authenticate(input)),
      AdminGetUser: defineOperation(OneUser, ({ Username }) => {
        const { Attributes, ...user } = describeUser(pool.find(Username));
        return { ...user, UserAttributes: Attributes };
      }),
      AdminDisableUser: defineOperation(OneUser, (input) => pool.update(input.Username, { enabled: false })),
      AdminEnableUser: defineOperation(OneUser, (input) => pool.update(input.Username, { enabled: true })),
      AdminUpdateUserAttributes: defineOperation(UpdateAttributes, ({ Username, UserAttributes }) => {
        const { attributes } = pool.find(Username);
        return pool.update(Username, { attributes: { ...attributes, ...toRecord(UserAttributes) } });
      }),
      AdminDeleteUser: defineOperation(OneUser, (input) => pool.delete(input.Username)),
      AdminUserGlobalSignOut: defineOperation(OneUser, (input) => pool.update(input.Username, {})),
    }),
  });
}

const Pool = z.string().refine(requireId('User pool', userPoolId));
const Username = z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u);
/** The service model's PasswordType. */
const Password = z
  .string()
  .max(256)
  .regex(/^\S+.*\S+$/, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$');
const Attributes = z.array(z.strictObject({ Name: z.string().min(1).max(32), Value: z.string().max(2048) }));

const OneUser = z.strictObject({ UserPoolId: Pool, Username });
const CreateUser = z.strictObject({
  UserPoolId: Pool,
  Username,
  MessageAction: z.literal('SUPPRESS'),
  TemporaryPassword: Password.optional(),
  UserAttributes: Attributes.default([]),
});
const SetPassword = z.strictObject({ UserPoolId: Pool, Username, Password, Permanent: z.boolean().default(false) });
const UpdateAttributes = z.strictObject({ UserPoolId: Pool, Username, UserAttributes: Attributes });
const InitiateAuth = z.strictObject({
  UserPoolId: Pool,
  ClientId: z.string().refine(requireId('User pool client', userPoolClientId)),
  AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
  AuthParameters: z.strictObject({ USERNAME: z.string(), PASSWORD: z.string() }),
});

function requireId(kind: string, id: string) {
  return (given: string) => {
    if (given !== id) throw new ServiceError('ResourceNotFoundException', `${kind} ${given} does not exist.`);
    return true;
  };
}

interface User {
  username: string;
  attributes: Record<string, string>;
  enabled: boolean;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  /** Seconds since the Unix epoch, with fractions, as in the protocol. */
  created: number;
  modified: number;
  /** `salt:hash` in base64; absent until a password is set. */
  password?: string;
}

class UserPool {
  readonly #users: JsonFile<Record<string, User>>;
  readonly #lockouts = new Map<string, Lockout>();

  constructor(file: string) {
    this.#users = new JsonFile(file, {});
  }

  find(username: string): User {
    const user = this.#users.value[toUserKey(username)];
    if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
    return user;
  }

  async create(input: z.infer<typeof CreateUser>): Promise<object> {
    if (this.#users.value[toUserKey(input.Username)]) {
      throw new ServiceError('UsernameExistsException', 'User account already exists');
    }
    const password = input.TemporaryPassword && (await hashPassword(input.TemporaryPassword));
    const now = Date.now() / 1000;
    const user: User = {
      username: input.Username,
      attributes: { sub: randomUUID(), ...toRecord(input.UserAttributes) },
      enabled: true,
      status: 'FORCE_CHANGE_PASSWORD',
      created: now,
      modified: now,
      ...(password && { password }),
    };
    this.#users.value[toUserKey(input.Username)] = user;
    await this.#users.save();
    return { User: describeUser(user) };
  }

  async setPassword({ Username, Password, Permanent }: z.infer<typeof SetPassword>): Promise<object> {
    this.find(Username);
    const password = await hashPassword(Password);
    this.#lockouts.delete(Username);
    return this.update(Username, { password, status: Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD' });
  }

  async update(username: string, changes: Partial<User>): Promise<object> {
    Object.assign(this.find(username), changes, { modified: Date.now() / 1000 });
    await this.#users.save();
    return {};
  }

  async delete(username: string): Promise<object> {
    delete this.#users.value[toUserKey(this.find(username).username)];
    this.#lockouts.delete(username);
    await this.#users.save();
    return {};
  }

  async authenticate({ AuthParameters }: z.infer<typeof InitiateAuth>): Promise<object> {
    const { USERNAME: username, PASSWORD: password } = AuthParameters;
    const lockout = this.#lockouts.get(username);
    if (lockout && Date.now() < lockout.until) throw createNotAuthorizedError('Password attempts exceeded');
    const user = this.#users.value[toUserKey(username)];
    if (user && !user.enabled) throw createNotAuthorizedError('User is disabled.');
    // Hashes for unknown users too, so that timing does not reveal which users exist.
    const isPasswordCorrect = await verifyPassword(password, user?.password ?? dummyPassword);
    if (!user?.password || !isPasswordCorrect) {
      if (user) this.#lockouts.set(username, computeLockout(this.#lockouts.get(username), Date.now()));
      throw createNotAuthorizedError('Incorrect username or password.');
    }
    this.#lockouts.delete(username);
    // The user may have been disabled or deleted while the password was hashed.
    if (!this.find(username).enabled) throw createNotAuthorizedError('User is disabled.');
    if (user.status === 'FORCE_CHANGE_PASSWORD') {
      const ChallengeParameters = { USER_ID_FOR_SRP: username, requiredAttributes: '[]', userAttributes: '{}' };
      return { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: createToken(), ChallengeParameters };
    }
    const tokens = { AccessToken: createToken(), IdToken: createToken(), RefreshToken: createToken() };
    return { AuthenticationResult: { ...tokens, ExpiresIn: 3600, TokenType: 'Bearer' }, ChallengeParameters: {} };
  }
}

interface Lockout {
  failures: number;
  until: number;
  last: number;
}

const maxLockoutMs = 15 * 60_000;

/** Doubles the lockout from 1 s at the fifth failure up to 15 min; resets after 15 min without failures. */
function computeLockout(before: Lockout | undefined, now: number): Lockout {
  const failures = before && now - before.last < maxLockoutMs ? before.failures + 1 : 1;
  const pause = failures < 5 ? 0 : Math.min(1000 * 2 ** (failures - 5), maxLockoutMs);
  return { failures, last: now, until: now + pause };
}

function describeUser(user: User) {
  return {
    Username: user.username,
    Attributes: Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
    UserCreateDate: user.created,
    UserLastModifiedDate: user.modified,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

function toRecord(attributes: z.infer<typeof Attributes>): Record<string, string> {
  if (attributes.some(({ Name }) => Name === 'sub')) {
    throw new ServiceError('InvalidParameterException', 'Cannot modify the non-mutable attribute sub');
  }
  return Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]));
}

/** Prefixed, so that names such as `__proto__` are safe object keys. */
const toUserKey = (username: string) => `@${username}`;

const createToken = () => randomBytes(24).toString('base64url');

const createNotAuthorizedError = (message: string) => new ServiceError('NotAuthorizedException', message);
