/** The edge's only writer: concurrent withdrawals, failing ones, and those whose event was lost. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { resolveLocalhostNames } from '../../../infra/local/wire/localhost-names.ts';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';

resolveLocalhostNames();
const { commit } = await import('../../../functions/platform/aws/dynamo.ts');
const { listEdgeEntries } = await import('../../../functions/platform/aws/edge-store.ts');
const { withdrawalWrites } = await import('../../../functions/platform/withholding/withdrawals.ts');
const { summariseWaiting, watchWaiting } = await import('../../../functions/trust/takedown/waiting.ts');

/** Withdraws deleted items, without the event that wakes the writer. */
async function withdraw(count: number, isWithdrawn = true, ids = Array.from({ length: count }, () => ulid())) {
  const writes = ids.flatMap((id) => withdrawalWrites({ kind: 'contentvideos', id }, isWithdrawn, Date.now()));
  await commit(writes);
  return { ids, publish: () => Promise.all(writes.map(({ publish }) => publish?.())) };
}

const countStored = async (ids: readonly string[]) => {
  const stored = await listEdgeEntries();
  return ids.filter((id) => stored.get(`contentvideos/${id}`) === '*').length;
};

test('[F-TAKE-1] stores every one of 100 simultaneous withdrawals, and their restoration', async () => {
  const [first, second] = [await withdraw(50), await withdraw(50)];
  const ids = [...first.ids, ...second.ids];
  await Promise.all([first.publish(), second.publish()]);
  await eventually(() => countStored(ids), is(100));
  for (const some of [first, second]) await (await withdraw(50, false, some.ids)).publish();
  await eventually(() => countStored(ids), is(0));
});

test('[F-TAKE-1] stores a withdrawal whose event was lost once the schedule looks for it', async () => {
  const { ids } = await withdraw(1);
  expect((await summariseWaiting()).since).not.toBeNull();
  await watchWaiting(Date.now() + 10_000);
  await eventually(() => countStored(ids), is(1));
});

test('[F-TAKE-1] tells admins, not a club’s staff, how long the oldest withdrawal has waited', async () => {
  const { token } = await createPerson('ADMIN');
  const { data } = await call('GET /live/today', { token });
  expect(data.edge).toEqual({
    waiting: expect.any(Number),
    since: data.edge?.waiting ? expect.any(String) : null,
    unexplained: 0,
  });
  const staff = await createPerson('CLUB_STAFF', { clubId: await createClub() });
  expect((await call('GET /clubStaff/today', { token: staff.token })).data.edge).toBeNull();
});
