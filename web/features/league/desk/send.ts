/**
 * Calls of the desk to the API: few, with the match's scorer's link or the app's own session, and none of the app's code,
 * which would come along.
 */

export class DeskError extends Error {
  /** 0 without an answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Send = <Data>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Data>;

/** With the link of a match where the phone has one; who may without it, as staff do, goes on when it ends. */
export function sender(link: string | undefined): Send {
  if (!link) return send;
  return async (...call) => {
    try {
      return await ask(link, ...call);
    } catch (error) {
      if (!(error instanceof DeskError) || error.status !== 403 || !sessionToken()) throw error;
      // Somebody else's session says nothing about the link.
      return send<never>(...call).catch((own: unknown) => {
        throw own instanceof DeskError && [401, 403].includes(own.status) ? error : own;
      });
    }
  };
}

const send: Send = async (...call) => {
  const token = sessionToken();
  if (!token) throw new DeskError(401, 'Debes iniciar sesión');
  return ask(token, ...call);
};

async function ask<Data>(token: string, ...[method, path, body]: Parameters<Send>): Promise<Data> {
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
}

/** As web/session/session.tsx keeps it. */
function sessionToken(): string | undefined {
  const cookie = /(?:^|; )cantera-session=([^;]+)/.exec(document.cookie)?.[1];
  try {
    return (JSON.parse(decodeURIComponent(cookie ?? 'null')) as { token?: string } | null)?.token;
  } catch {
    return undefined;
  }
}
