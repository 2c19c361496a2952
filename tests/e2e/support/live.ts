/** A match live from a real camera, for tests of its viewers. */

import { ulid } from 'ulid';
import { createCaller } from '../../support/call-api.ts';
import { Encoder } from '../../support/encoder.ts';
import { expect } from './expect.ts';
import { addresses, createEvent, createPerson, sources } from './platform.ts';

const callApi = createCaller(addresses.api);

export interface Live {
  id: string;
  slug: string;
  eventId: string;
  encoder: Encoder;
  stop(): Promise<void>;
}

/** Resolves when the camera is on air, so that a page need not wait. */
export async function goLive(name: string, fields: Parameters<typeof createEvent>[0] = {}): Promise<Live> {
  const { id, slug, eventId, address } = await createCamera(name, fields);
  const encoder = await Encoder.start(address);
  await expect.poll(() => isOnAir(slug)).toBe(true);
  return { id, slug, eventId, encoder, stop: () => encoder.drop() };
}

/** Creates a camera in production with a new event; `address` is where its encoder streams to. */
export async function createCamera(name: string, fields: Parameters<typeof createEvent>[0] = {}) {
  const admin = await createPerson('ADMIN');
  const match = await createEvent(fields);
  const slug = `${name}-${Date.now().toString(36)}`;
  const { id } = (await callApi('POST', '/live/cameras', admin, { slug })).data;
  await callApi('PATCH', `/live/cameras/${id}`, admin, { sportEventId: match.id, isTest: false });
  return { id, slug, eventId: match.id, address: `${addresses.rtmp}/${(await sources.get(id))?.streamKey}` };
}

const isOnAir = async (slug: string): Promise<boolean> =>
  (await callApi('GET', `/liveusers/${slug}`)).data.liveUser.isLive;

/** Logs actions of a match's score at their times. */
export async function logActions(
  eventId: string,
  ...actions: { kind: string; at: number; side?: string }[]
): Promise<void> {
  const { status } = await callApi('POST', `/sportevents/${eventId}/score/actions`, await createPerson('ADMIN'), {
    device: ulid(),
    sentAt: Date.now(),
    actions: actions.map((action) => ({ id: ulid(), period: 1, clockMs: 0, ...action })),
  });
  expect(status).toBe(200);
}
