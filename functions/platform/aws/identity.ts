/** Cognito: passwords. Users are named by our own user id, so that an email can change. */
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { environment } from './environment.ts';
import { ignore, makeOnce, withRetries } from './retries.ts';

const cognito = /* @__PURE__ */ makeOnce(() => new CognitoIdentityProviderClient(withRetries()));

/** Too many wrong passwords: for up to 15 minutes Cognito rejects every password, even the right one. */
export class LoginLocked extends Error {}

/** True if this is the user's password. Cognito's own throttling surfaces as an error. */
export async function isPasswordCorrect(userId: string, password: string): Promise<boolean> {
  try {
    await cognito().send(
      new AdminInitiateAuthCommand({
        UserPoolId: environment('USER_POOL_ID'),
        ClientId: environment('USER_POOL_CLIENT_ID'),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: userId, PASSWORD: password },
      }),
    );
    return true;
  } catch (error) {
    // Cognito uses one error class for both cases; only the message differs.
    if (error instanceof NotAuthorizedException && /attempts exceeded/i.test(error.message)) throw new LoginLocked();
    if (error instanceof NotAuthorizedException || error instanceof UserNotFoundException) return false;
    throw error;
  }
}

/** Creates the user's login or changes its password; idempotent. */
export async function setPassword(userId: string, password: string): Promise<void> {
  const UserPoolId = environment('USER_POOL_ID');
  await cognito()
    .send(new AdminCreateUserCommand({ UserPoolId, Username: userId, MessageAction: 'SUPPRESS' }))
    .catch(ignore(UsernameExistsException));
  await cognito().send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username: userId, Password: password, Permanent: true }),
  );
}

export async function deleteLogin(userId: string): Promise<void> {
  await cognito()
    .send(new AdminDeleteUserCommand({ UserPoolId: environment('USER_POOL_ID'), Username: userId }))
    .catch(ignore(UserNotFoundException));
}
