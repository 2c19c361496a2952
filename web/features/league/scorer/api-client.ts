/**
 * The API calls of the scorer app and of the phone's page, by their link or the app's session. Independent of the main
 * app's client, to keep the bundles small.
 */
import { readSessionToken } from '../../../../shared/domain/session-cookie.ts';

export class ScorerApiError extends Error {
  /** HTTP status; 0 if no response arrived. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Send = <Data>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Data>;

/**
 * Uses the link if the phone has one, and the session, for staff, once the link is not valid any more. `readToken`
 * returns the session's token; a worker has no cookies.
 */
export function createSend(link: string | undefined, readToken = () => readSessionToken(document.cookie)): Send {
  const sendWithSession = createSessionSend(readToken);
  if (!link) return sendWithSession;
  return async (...call) => {
    try {
      return await request(link, ...call);
    } catch (error) {
      if (!(error instanceof ScorerApiError) || error.status !== 403 || !readToken()) throw error;
      // A session without permission does not hide the link's error.
      return sendWithSession<never>(...call).catch((sessionError: unknown) => {
        throw sessionError instanceof ScorerApiError && [401, 403].includes(sessionError.status) ? error : sessionError;
      });
    }
  };
}

const createSessionSend =
  (readToken: () => string | undefined): Send =>
  async (...call) => {
    const token = readToken();
    if (!token) throw new ScorerApiError(401, 'Debes iniciar sesión');
    return request(token, ...call);
  };

async function request<Data>(token: string, ...[method, path, body]: Parameters<Send>): Promise<Data> {
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
      // Networks at grounds may hang for minutes.
      signal: AbortSignal.timeout(15_000),
    });
  } catch {
    throw new ScorerApiError(0, 'Sin conexión');
  }
  const json = (await answer.json().catch(() => ({}))) as { data?: never; message?: string };
  if (!answer.ok || !json.data) throw new ScorerApiError(answer.ok ? 0 : answer.status, json.message ?? '');
  return json.data;
}
