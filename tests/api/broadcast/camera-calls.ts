/** An administrator's calls for cameras, and encoders that push to them. */
import { expect, type TestContext } from 'vitest';
import { call, createPerson } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';

export const admin = await createPerson('ADMIN');

export const randomSlug = (name: string) => `${name}-${Math.random().toString(36).slice(2, 10)}`;

export async function camera(fields: object = {}) {
  const slug = randomSlug('camara');
  const made = await call('POST /live/cameras', { token: admin.token, body: { slug, ...fields } });
  expect([made.status, made.message]).toEqual([201, 'Cámara creada correctamente']);
  return { ...(await read(made.data.id)), slug };
}

export const read = async (id: string) =>
  (await call('GET /live/cameras/{id}', { token: admin.token, params: { id } })).data;
export const change = (id: string, body: object) =>
  call('PATCH /live/cameras/{id}', { token: admin.token, params: { id }, body });

/** Starts an encoder that stops when its test ends; tests run concurrently. */
export async function push(
  { onTestFinished }: TestContext,
  server: string,
  key: string,
  output: string[] = [],
): Promise<Encoder> {
  const encoder = await Encoder.start(`${server}/${key}`, { size: '320x180', output });
  onTestFinished(() => encoder.drop());
  return encoder;
}
