/** People of a dedicated platform, and calls of its API. Import it after the platform has started. */
import { buildUser } from './records.ts';

const { createUser } = await import('../../functions/people/accounts/store.ts');
const { startSession } = await import('../../functions/platform/auth/sessions.ts');

/** Creates a user with a session. */
export async function signUp(...[role, fields]: Parameters<typeof buildUser>) {
  const user = buildUser(role, fields);
  await createUser(user);
  return { user, ...(await startSession(user, false, Date.now())) };
}

// biome-ignore lint/suspicious/noExplicitAny: untyped answers, because the typed client belongs to the tests' shared platform.
export type Data = any;

/** Creates a function that calls the API at this address, as a visitor by default. */
export const createCaller =
  (api: string) => async (method: string, path: string, person?: { token: string }, body?: object) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(person && { authorization: `Bearer ${person.token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as { data: Data; code?: string; message?: string };
    return { status: answer.status, ...json };
  };
