/**
 * The session. A cookie holds the token for as long as the login asked for. The user's data is stored beside it, so
 * that a reload knows the role before the network answers, and is refreshed at the start.
 */
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { User } from '../../shared/contract/user.ts';
import {
  type SessionCookie,
  sessionCookie,
  staffCookie,
  staffCookieSeconds,
} from '../../shared/domain/session-cookie.ts';
import { ApiError, api, client } from '../lib/api.ts';
import { deleteAccountCache } from '../lib/cached-answers.ts';
import { deleteCookie, readCookie, writeCookie } from '../lib/cookies.ts';
import { hideResults } from '../lib/results-visibility.ts';
import { storedClubsKey } from '../lib/stored-clubs-key.ts';
import { onStoredByAnotherTab, readStored, writeStored } from '../lib/use-stored.ts';

export interface Session {
  /** True until the cookies are read. */
  loading: boolean;
  isLoggedIn: boolean;
  isLiveUser: boolean;
  isClubStaff: boolean;
  isAdmin: boolean;
  user: User | undefined;
  /**
   * True once the server has confirmed the user's data or cannot be reached: stored data may be older than a payment on
   * another device.
   */
  isUserKnown: boolean;
  /** Starts the session for a day; with `remember`, for as long as the server allows. */
  enter: (entered: Entered, remember: boolean) => void;
  logout: () => Promise<void>;
  /** Reloads the user's data, for example after a payment. */
  refresh: () => Promise<void>;
}

/** The server's response to a login. */
interface Entered extends SessionCookie {
  user: User;
}

interface State {
  loading: boolean;
  cookie: SessionCookie | undefined;
  user: User | undefined;
  /** Token for which the server has answered. */
  knownToken?: string;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession requires a SessionProvider');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ loading: true, cookie: undefined, user: undefined });

  // Until the cookies are read, the navigation bar has no entries, because they could be wrong. A transition, because
  // every page renders again.
  useLayoutEffect(() => {
    const cookie = readSessionCookie();
    client.token = cookie?.token;
    // Without a cookie, for example after its expiry, the account's cache must go.
    if (!cookie) deleteAccountCache();
    startTransition(() => setState({ loading: false, cookie, user: cookie && readStoredUser() }));
  }, []);

  const forget = useCallback(() => {
    client.token = undefined;
    deleteCookie(sessionCookie);
    deleteCookie(staffCookie);
    writeStored(userKey, null);
    deleteAccountCache();
    queries.clear();
    setState({ loading: false, cookie: undefined, user: undefined });
  }, [queries]);

  /** Follows the browser's cookie, because another tab may have logged in or out. */
  const follow = useCallback(() => {
    const cookie = readSessionCookie();
    if (!client.token && !cookie) return;
    if (!cookie) return forget();
    if (cookie.token === client.token) return;
    client.token = cookie.token;
    queries.clear();
    setState({ loading: false, cookie, user: readStoredUser() });
  }, [queries, forget]);

  /** Ends the session of a rejected token, unless another tab has begun a new one. */
  const end = useCallback(
    (rejectedToken: string) => {
      if (client.token !== rejectedToken) return;
      const next = readSessionCookie();
      if (next && next.token !== rejectedToken) follow();
      else forget();
    },
    [follow, forget],
  );

  const token = state.cookie?.token;
  const isLiveUser = state.cookie?.isLiveUser ?? false;
  const refresh = useCallback(async () => {
    if (!client.token) return;
    const requestToken = client.token;
    try {
      const { data } = await api(isLiveUser ? 'GET /live/users/me' : 'GET /users/me');
      if (client.token !== requestToken) return;
      storeUser(data.user);
      startTransition(() => setState((before) => ({ ...before, user: data.user, knownToken: requestToken })));
    } catch (error) {
      // Only a 401 ends the session; without a network, the stored data stays valid.
      if (error instanceof ApiError && error.status === 401) end(requestToken);
      else setState((before) => ({ ...before, knownToken: requestToken }));
    }
  }, [isLiveUser, end]);

  useEffect(() => {
    if (!token) return;
    refresh();
    // Clubs chosen before the login move into the account.
    if (readStored(storedClubsKey))
      import('./stored-clubs-import.ts').then(({ importStoredClubs }) => importStoredClubs(queries));
  }, [token, refresh, queries]);

  useEffect(() => {
    client.onUnauthorized = end;
    return () => {
      client.onUnauthorized = undefined;
    };
  }, [end]);

  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const stop = onStoredByAnotherTab(userKey, () => {
      follow();
      // Other tabs may see the cookie change a moment later than the storage.
      clearTimeout(later);
      later = setTimeout(follow, 500);
    });
    const onShow = () => document.hidden || follow();
    document.addEventListener('visibilitychange', onShow);
    return () => {
      stop();
      clearTimeout(later);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [follow]);

  const enter: Session['enter'] = useCallback(
    ({ token, isLiveUser, user }, remember) => {
      const cookie = { token, isLiveUser };
      // The server has set a lasting cookie, unless the API is on another host: then this one is needed.
      if (readSessionCookie()?.token !== token)
        writeCookie(sessionCookie, cookie, (remember ? (isLiveUser ? 7 : 365) : 1) * 86_400);
      if (!isStaff(user)) deleteCookie(staffCookie);
      else if (readCookie(staffCookie) !== true) writeCookie(staffCookie, true, staffCookieSeconds);
      storeUser(user);
      client.token = token;
      queries.clear();
      setState({ loading: false, cookie, user, knownToken: token });
    },
    [queries],
  );

  const logout = useCallback(async () => {
    // The logout succeeds here even if the server call fails.
    const ended = client.token
      ? api(isLiveUser ? 'GET /live/session/logout' : 'GET /session/logout', { keepalive: true })
      : undefined;
    forget();
    await ended?.catch(() => undefined);
  }, [isLiveUser, forget]);

  const session = useMemo<Session>(() => {
    const { loading, user, knownToken } = state;
    return {
      loading,
      isLoggedIn: token !== undefined,
      isLiveUser,
      isClubStaff: token !== undefined && (user ? isStaff(user) : readCookie(staffCookie) === true),
      isAdmin: isLiveUser,
      user,
      isUserKnown: !loading && token === knownToken,
      enter,
      logout,
      refresh,
    };
  }, [state, token, isLiveUser, enter, logout, refresh]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Club staff also need a club. */
const isStaff = (user: User) => user.role === 'CLUB_STAFF' && Boolean(user.clubId);

/** Stores the user, and applies the account's results setting to this browser. */
function storeUser(user: User): void {
  writeStored(userKey, user);
  if (typeof user.hidesResults === 'boolean') hideResults(user.hidesResults);
}

export function readSessionCookie(): SessionCookie | undefined {
  const value = readCookie(sessionCookie);
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, isLiveUser } = value as Partial<SessionCookie>;
  return typeof token === 'string' ? { token, isLiveUser: isLiveUser === true } : undefined;
}

function readStoredUser(): User | undefined {
  const value = readStored(userKey);
  return typeof value === 'object' && value !== null && 'role' in value ? (value as User) : undefined;
}

const userKey = 'user';
