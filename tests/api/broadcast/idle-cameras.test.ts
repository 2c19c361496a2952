/** The search for unknown recordings lists only cameras that may have one. */
import { Client } from '@smithy/core/client';
import { afterEach, expect, test, vi } from 'vitest';
import { sources } from '../../../functions/broadcast/live/store.ts';
import { findRecordings } from '../../../functions/jobs/broadcasts.ts';
import { call, createEvent, createPerson } from '../../support/api.ts';

afterEach(() => vi.restoreAllMocks());

test('[B-API-97] lists the recordings of a camera with a match today, not those of an idle one', async () => {
  const { token } = await createPerson('ADMIN');
  const createCamera = async (): Promise<{ id: string; channelId: string }> => {
    const body = { slug: `camara-${Math.random().toString(36).slice(2, 12)}` };
    const { id } = (await call('POST /live/cameras', { token, body })).data;
    return { id, channelId: String((await sources.get(id))?.channelArn.split('/').at(-1)) };
  };
  const [idle, busy] = [await createCamera(), await createCamera()];
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const event = await createEvent({ scheduledStartDate: hour(1), scheduledFinishDate: hour(3) });
  await call('PATCH /live/cameras/{id}', { token, params: { id: busy.id }, body: { sportEventId: event.id } });
  const listed: string[] = [];
  const send = Client.prototype.send;
  vi.spyOn(Client.prototype, 'send').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const command = args[0] as { constructor: { name: string }; input: { Prefix?: string } };
    if (command.constructor.name === 'ListObjectsV2Command') listed.push(command.input.Prefix ?? '');
    return (send as (...args: unknown[]) => unknown).apply(this, args);
  } as never);
  await findRecordings();
  expect(listed.filter((prefix) => prefix.includes(busy.channelId))).toHaveLength(2);
  expect(listed.filter((prefix) => prefix.includes(idle.channelId))).toEqual([]);
});
