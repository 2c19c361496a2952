/** A family plan plays on three screens at once; a fourth is refused, and the screens end with the plan. */
import { describe, expect, test } from 'vitest';
import { call, createPerson, inHours, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { createPlayable, logInSecondDevice, playlistAddress, status } from './playable-video.ts';

const { changeRights } = await import('../../../functions/people/accounts/end-rights.ts');

const family = {
  provider: 'stripe',
  from: inHours(-1),
  to: inHours(999),
  error: null,
  plan: 'PT_FAMILY' as const,
  screens: 3,
};

async function createFamily(devices: number) {
  const someone = await createPerson('REGULAR_BASIC', { subscription: family });
  const others = await Promise.all(Array.from({ length: devices - 1 }, () => logInSecondDevice(someone.user)));
  return { someone, tokens: [someone.token, ...others] };
}

const report = async (token: string | undefined, body: { isWatching: boolean; takeOver?: boolean }) =>
  (await call('PATCH /session', { token: String(token), body })).status;

/** One device after the other opens the video. */
async function watchOn(tokens: readonly string[]): Promise<{ urls: string[]; answers: number[] }> {
  const { id } = await createPlayable();
  const urls = await Promise.all(tokens.map((token) => playlistAddress(id, token)));
  const answers: number[] = [];
  for (const url of urls) answers.push(await status(url));
  return { urls, answers };
}

describe('[F-MONEY-3] a family plan', () => {
  test('plays on three screens, refuses the fourth with SSN4090, and frees a screen that is left', async () => {
    const { tokens } = await createFamily(4);
    const { urls, answers } = await watchOn(tokens);
    expect(answers).toEqual([200, 200, 200, 409]);
    expect(((await (await fetch(String(urls[3]))).json()) as { code: string }).code).toBe('SSN4090');
    expect(await report(tokens[3], { isWatching: true })).toBe(409);
    // Each screen is renewed as its own.
    for (const token of tokens.slice(0, 3)) expect(await report(token, { isWatching: true })).toBe(200);
    expect(await report(tokens[1], { isWatching: false })).toBe(200);
    expect(await status(String(urls[3]))).toBe(200);
    expect(await status(String(urls[1]))).toBe(409);
    await call('GET /session/logout', { token: String(tokens[2]) });
    expect(await status(String(urls[1]))).toBe(200);
  });

  test('has exactly three winners of fifty simultaneous claims', async () => {
    const { tokens } = await createFamily(50);
    const { id } = await createPlayable();
    const urls = await Promise.all(tokens.map((token) => playlistAddress(id, token)));
    const answers = await Promise.all(urls.map(status));
    expect(answers.filter((code) => code === 200)).toHaveLength(3);
    expect(answers.filter((code) => code === 409)).toHaveLength(47);
  });

  test('gives up one screen to a device that takes over, and no other', async () => {
    const { tokens } = await createFamily(4);
    const { urls } = await watchOn(tokens);
    expect(await report(tokens[3], { isWatching: true, takeOver: true })).toBe(200);
    const answers = await Promise.all(urls.map(status));
    expect(answers.filter((code) => code === 409)).toHaveLength(1);
    expect(answers[3]).toBe(200);
  });

  test('that becomes a plan with one screen while three play leaves one', async () => {
    const { someone, tokens } = await createFamily(3);
    const { urls, answers } = await watchOn(tokens);
    expect(answers).toEqual([200, 200, 200]);
    await changePlan(someone, { ...family, plan: undefined, screens: 1 });
    const count = async () => (await Promise.all(urls.map(status))).filter((code) => code === 200).length;
    await eventually(count, is(1));
    for (const token of tokens.slice(1)) expect(await report(token, { isWatching: true })).toBe(409);
  });

  test('that ends while three play leaves none', async () => {
    const { someone, tokens } = await createFamily(3);
    const { urls } = await watchOn(tokens);
    await changePlan(someone, { ...family, to: inHours(-1) });
    expect(await Promise.all(urls.map(status))).toEqual([403, 403, 403]);
  });
});

const changePlan = ({ user }: Person, subscription: NonNullable<Person['user']['subscription']>) =>
  changeRights(user, { subscription }, Date.now());
