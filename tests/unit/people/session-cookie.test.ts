/** The session's cookie, as every page reads it. */
import { expect, test } from 'vitest';
import { formatCookie, readSessionToken, sessionCookie } from '../../../shared/domain/session-cookie.ts';

const [stored = ''] = formatCookie(sessionCookie, { isLiveUser: true, token: 'a.b-c_d' }, 60, true).split(';');

test.each([
  { case: 'alone', cookies: stored, token: 'a.b-c_d' },
  { case: 'among others', cookies: `theme=1; ${stored}; x=y`, token: 'a.b-c_d' },
  { case: 'missing', cookies: 'theme=1', token: undefined },
  { case: 'of a longer name', cookies: `my-${stored}`, token: undefined },
  { case: 'cut off', cookies: stored.slice(0, -6), token: undefined },
  { case: 'badly escaped', cookies: `${sessionCookie}=%E0%A4%A`, token: undefined },
  { case: 'no object', cookies: `${sessionCookie}=null`, token: undefined },
  { case: 'a token of another kind', cookies: `${sessionCookie}=%7B%22token%22%3A1%7D`, token: undefined },
])('[A-SESS-2] a cookie $case gives the token $token', ({ cookies, token }) => {
  expect(readSessionToken(cookies)).toBe(token);
});
