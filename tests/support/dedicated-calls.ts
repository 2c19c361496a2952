/** People of a dedicated platform, and calls of its API. Import it after the platform has started. */
import { buildUser } from './records.ts';

export { createCaller, type Data } from './call-api.ts';

const { createUser } = await import('../../functions/people/accounts/store.ts');
const { startSession } = await import('../../functions/platform/auth/sessions.ts');

/** Creates a user with a session. */
export async function signUp(...[role, fields]: Parameters<typeof buildUser>) {
  const user = buildUser(role, fields);
  await createUser(user);
  return { user, ...(await startSession(user, false, Date.now())) };
}
