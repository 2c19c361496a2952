/** A match live from a real camera, for tests of its viewers. */

import { ulid } from 'ulid';
import { Encoder } from '../../support/encoder.ts';
import { expect } from './expect.ts';
import { addresses, createEvent, createPerson, sources } from './platform.ts';

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
  const { token } = await createPerson('ADMIN');
  const match = await createEvent(fields);
  const slug = `${name}-${Date.now().toString(36)}`;
  const callApi = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${addresses.api}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as { data: { id: string } };
  };
  const { id } = (await callApi('POST', '/live/cameras', { slug })).data;
  await callApi('PATCH', `/live/cameras/${id}`, { sportEventId: match.id, isTest: false });
  return { id, slug, eventId: match.id, address: `${addresses.rtmp}/${(await sources.get(id))?.streamKey}` };
}

async function isOnAir(slug: string): Promise<boolean> {
  const answer = await fetch(`${addresses.api}/liveusers/${slug}`);
  return ((await answer.json()) as { data: { liveUser: { isLive: boolean } } }).data.liveUser.isLive;
}

/** Logs actions of a match's score at their times. */
export async function logActions(
  eventId: string,
  ...actions: { kind: string; at: number; side?: string }[]
): Promise<void> {
  const { token } = await createPerson('ADMIN');
  const answer = await fetch(`${addresses.api}/sportevents/${eventId}/score/actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      device: ulid(),
      sentAt: Date.now(),
      actions: actions.map((action) => ({ id: ulid(), period: 1, clockMs: 0, ...action })),
    }),
  });
  expect(answer.status).toBe(200);
}
