/**
 * Cognito user pool emulator for the admin calls in `operations`, with lockouts and PreventUserExistenceErrors. Tokens
 * are random strings, because the product never reads them. Unsupported: other auth flows, temporary passwords,
 * attributes.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { defineOperation, type Operation, startJsonService } from '../wire/json-service.ts';
import { createRateLimit } from '../wire/rate-limit.ts';
import { dummyPassword, hashPassword, verifyPassword } from './passwords.ts';

export const userPoolId = 'local_pool';
export const userPoolClientId = 'local-client';

export async function startCognito({ dataDir }: { dataDir: string }): Promise<Emulator> {
  const pool = new UserPool(join(dataDir, 'cognito.json'));
  return startJsonService({
    name: 'cognito',
    target: 'AWSCognitoIdentityProviderService',
    // The service's default quotas: calls per second.
    operations: {
      AdminCreateUser: limit(
        50,
        defineOperation(CreateUser, (input) => pool.create(input)),
      ),
      AdminSetUserPassword: limit(
        30,
        defineOperation(SetPassword, (input) => pool.setPassword(input)),
      ),
      AdminInitiateAuth: limit(
        120,
        defineOperation(InitiateAuth, (input) => pool.authenticate(input)),
      ),
      AdminDeleteUser: limit(
        25,
        defineOperation(DeleteUser, (input) => pool.delete(input.Username)),
      ),
    },
  });
}

const Pool = z.string().refine(requireId('User pool', userPoolId));
const Username = z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u);
/** Bounds of PasswordType in the service's model. */
const Password = z
  .string()
  .max(256)
  .regex(/^\S+.*\S+$/, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$');

const CreateUser = z.strictObject({ UserPoolId: Pool, Username, MessageAction: z.literal('SUPPRESS') });
const SetPassword = z.strictObject({ UserPoolId: Pool, Username, Password, Permanent: z.literal(true) });
const DeleteUser = z.strictObject({ UserPoolId: Pool, Username });
const InitiateAuth = z.strictObject({
  UserPoolId: Pool,
  ClientId: z.string().refine(requireId('User pool client', userPoolClientId)),
  AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
  AuthParameters: z.strictObject({ USERNAME: z.string(), PASSWORD: z.string() }),
});

function requireId(kind: string, id: string) {
  return (wanted: string) => {
    if (wanted !== id) throw new ServiceError('ResourceNotFoundException', `${kind} ${wanted} does not exist.`);
    return true;
  };
}

/** Wraps an operation, so that calls beyond its quota are refused. */
function limit(perSecond: number, { answer }: Operation): Operation {
  const count = createRateLimit(perSecond, 'TooManyRequestsException');
  return {
    answer: async (input) => {
      count();
      return answer(input);
    },
  };
}

interface User {
  username: string;
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

  async create({ Username }: z.infer<typeof CreateUser>): Promise<object> {
    if (this.#users.value[toUserKey(Username)])
      throw new ServiceError('UsernameExistsException', 'User account already exists');
    this.#users.value[toUserKey(Username)] = { username: Username };
    await this.#users.save();
    return { User: { Username, Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' } };
  }

  async setPassword({ Username, Password }: z.infer<typeof SetPassword>): Promise<object> {
    this.find(Username);
    const password = await hashPassword(Password);
    this.#lockouts.delete(Username);
    // Finds the user again, who may have been deleted while the password was hashed.
    this.find(Username).password = password;
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
    // Hashes for unknown users too, so that timing does not reveal which users exist.
    const isPasswordCorrect = await verifyPassword(password, user?.password ?? dummyPassword);
    if (!user?.password || !isPasswordCorrect) {
      if (user) this.#lockouts.set(username, computeLockout(this.#lockouts.get(username), Date.now()));
      throw createNotAuthorizedError('Incorrect username or password.');
    }
    this.#lockouts.delete(username);
    // The user may have been deleted while the password was hashed.
    this.find(username);
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

/** The prefix makes names such as `__proto__` safe object keys. */
const toUserKey = (username: string) => `@${username}`;

const createToken = () => randomBytes(24).toString('base64url');

const createNotAuthorizedError = (message: string) => new ServiceError('NotAuthorizedException', message);
