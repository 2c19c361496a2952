/** Login on a television: six digits, valid for ten minutes and one answer. */
import { describe, expect, test } from 'vitest';
import { call, createPerson } from '../../support/api.ts';
import { enterTimeWindow } from '../../support/time-window.ts';

const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { findTelevision, createTelevision } = await import('../../../functions/people/televisions/store.ts');

const samsung = 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 Chrome/76.0 TV Safari/537.36';

async function requestCode(headers: Record<string, string> = { 'user-agent': samsung }) {
  const { status, data } = await call('POST /session/televisions', { headers });
  expect(status).toBe(201);
  return data;
}

const pollAnswer = (television: { code: string; secret: string }) =>
  call('POST /session/televisions/answer', { body: { code: television.code, secret: television.secret } });

const findCode = (code: string, token: string) => call('POST /users/me/televisions/find', { body: { code }, token });

const answerCode = (confirm: boolean, code: string, askedAt: string, token: string) =>
  call('POST /users/me/televisions', { body: { code, askedAt, confirm }, token });

/** Moves the code into the past, since the platform's clock cannot be changed. */
async function expireCode(code: string) {
  const television = await findTelevision(code, Date.now());
  const expiresAt = Math.floor(Date.now() / 1000) - 1;
  await putItem('sessions', { pk: `TELEVISION#${code}`, sk: 'LOGIN', ...television, expiresAt });
}

describe('[E-TV-3] login on a television', () => {
  test('gets its own session for a year once the phone approves its code', async () => {
    const television = await requestCode();
    expect(television.code).toMatch(/^\d{6}$/);
    expect(Date.parse(television.expiresAt) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    expect((await pollAnswer(television)).data).toEqual({ state: 'WAITING' });

    const { user, token } = await createPerson('REGULAR_SUBSCRIBER');
    const typed = `${television.code.slice(0, 3)} ${television.code.slice(3)}`;
    const { data: found } = await findCode(typed, token);
    expect(found).toMatchObject({ device: 'Televisión Samsung', isNear: true });
    const done = await answerCode(true, typed, found.askedAt, token);
    expect([done.status, done.message]).toEqual([200, 'Listo: tu televisión ya ha entrado en tu cuenta.']);

    // Repeated polls, after a lost answer, return the same session.
    const answers = [(await pollAnswer(television)).data, (await pollAnswer(television)).data];
    expect(answers[1]).toEqual(answers[0]);
    const [session] = answers;
    if (session?.state !== 'CONFIRMED') throw new Error('not confirmed');
    expect(session.user.id).toBe(user.id);
    expect(session.token).not.toBe(token);
    expect(Date.parse(session.expiresAt) - Date.now()).toBeGreaterThan(364 * 24 * 3600_000);
    expect((await call('GET /users/me', { token: session.token })).data.user.id).toBe(user.id);

    // Its logout does not end the phone's session.
    await call('GET /session/logout', { token: session.token });
    expect((await call('GET /users/me', { token: session.token })).status).toBe(401);
    expect((await call('GET /users/me', { token })).status).toBe(200);
  });

  test('gives the session to the television only', async () => {
    const television = await requestCode();
    const { token } = await createPerson('REGULAR_BASIC');
    const { data } = await findCode(television.code, token);
    await answerCode(true, television.code, data.askedAt, token);
    const other = await requestCode();
    for (const secret of [other.secret, 'x'.repeat(43)])
      expect(await pollAnswer({ code: television.code, secret })).toMatchObject({ status: 404, code: 'TVS4040' });
    expect((await pollAnswer({ code: television.code, secret: 'short' })).status).toBe(400);
  });

  test('is answered once: one of two simultaneous approvals wins', async () => {
    const television = await requestCode();
    const people = await Promise.all([createPerson('REGULAR_BASIC'), createPerson('REGULAR_BASIC')]);
    const found = await Promise.all(people.map(({ token }) => findCode(television.code, token)));
    const answers = await Promise.all(
      people.map(({ token }, index) => answerCode(true, television.code, String(found[index]?.data.askedAt), token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const { data } = await pollAnswer(television);
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    expect(data).toMatchObject({ state: 'CONFIRMED', user: { id: winner?.user.id } });
    // The same person may repeat the approval; a rejection comes too late.
    const token = String(winner?.token);
    const askedAt = String(found[0]?.data.askedAt);
    expect((await answerCode(true, television.code, askedAt, token)).status).toBe(200);
    expect((await answerCode(false, television.code, askedAt, token)).status).toBe(404);
  });

  test('stays rejected for later approvals', async () => {
    const television = await requestCode();
    const { token } = await createPerson('REGULAR_BASIC');
    const { askedAt } = (await findCode(television.code, token)).data;
    const { message } = await answerCode(false, television.code, askedAt, token);
    expect(message).toBe('No ha entrado nadie en tu cuenta.');
    expect((await pollAnswer(television)).data).toEqual({ state: 'DECLINED' });
    expect((await answerCode(true, television.code, askedAt, token)).code).toBe('TVS4040');
  });

  test('frees the code after ten minutes', async () => {
    const television = await requestCode();
    const { token } = await createPerson('REGULAR_BASIC');
    const { askedAt } = (await findCode(television.code, token)).data;
    await expireCode(television.code);
    expect((await pollAnswer(television)).code).toBe('TVS4040');
    expect((await findCode(television.code, token)).code).toBe('TVS4040');
    expect((await answerCode(true, television.code, askedAt, token)).code).toBe('TVS4040');
    // The same digits may have been issued again since the phone looked them up.
    const now = Date.now();
    const later = await createTelevision({ device: 'Televisión', network: 'x' }, now);
    const other = new Date(now - 1).toISOString();
    expect((await answerCode(true, later.code, other, token)).code).toBe('TVS4040');
    expect((await pollAnswer(later)).data).toEqual({ state: 'WAITING' });
  });

  test('shares its code with no other television that waits', async () => {
    const now = Date.now();
    const first = await createTelevision({ device: 'Televisión', network: 'x' }, now);
    const codes = [first.code, first.code, String((Number(first.code) + 1) % 1_000_000).padStart(6, '0')];
    const second = await createTelevision({ device: 'Televisión', network: 'y' }, now, () => String(codes.shift()));
    expect(second.code).not.toBe(first.code);
    expect((await pollAnswer(first)).data).toEqual({ state: 'WAITING' });
    await expireCode(first.code);
    expect((await createTelevision({ device: 'Televisión', network: 'z' }, now, () => first.code)).code).toBe(
      first.code,
    );
  });

  test('limits wrong codes for a user, not right ones', async () => {
    const { token } = await createPerson('REGULAR_BASIC');
    const { code } = await requestCode();
    for (let right = 0; right < 12; right += 1) expect((await findCode(code, token)).status).toBe(200);
    await enterTimeWindow(10);
    const statuses: number[] = [];
    for (let wrong = 0; wrong < 11; wrong += 1) statuses.push((await findCode('000 000', token)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
  });
});
