// biome-ignore lint/suspicious/noExplicitAny: untyped answers, because the typed client belongs to the tests' shared platform.
export type Data = any;

/** Creates a function that calls the API at this address, as a visitor by default. */
export const createCaller =
  (api: string) => async (method: string, path: string, person?: { token: string }, body?: object) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(person && { authorization: `Bearer ${person.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as { data: Data; upload?: Data; code?: string; message?: string };
    return { status: answer.status, ...json };
  };
