/** Calls of the desk to the API: few, with the app's own session, and none of the app's code, which would come along. */

export class DeskError extends Error {
  /** 0 without an answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Send = <Data>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Data>;

export const send: Send = async (method, path, body) => {
  const token = sessionToken();
  if (!token) throw new DeskError(401, 'Debes iniciar sesión');
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A ground's network says nothing for minutes.
      signal: AbortSignal.timeout(15_000),
    });
  } catch {
    throw new DeskError(0, 'Sin conexión');
  }
  const json = (await answer.json().catch(() => ({}))) as { data?: never; message?: string };
  if (!answer.ok || !json.data) throw new DeskError(answer.ok ? 0 : answer.status, json.message ?? '');
  return json.data;
};

/** As web/app/session.tsx keeps it. */
function sessionToken(): string | undefined {
  const cookie = /(?:^|; )cantera-session=([^;]+)/.exec(document.cookie)?.[1];
  try {
    return (JSON.parse(decodeURIComponent(cookie ?? 'null')) as { token?: string } | null)?.token;
  } catch {
    return undefined;
  }
}
