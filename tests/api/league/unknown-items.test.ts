/** A list of an unknown or hidden club or match is refused like its page, instead of looking empty. */
import { describe, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { splitKey } from '../../../shared/contract/endpoint.ts';
import { addresses, createClub, createEvent, createPerson } from '../../support/api.ts';

const listKeys = (prefix: string) =>
  Object.entries(contract as Record<string, Endpoint>)
    .filter(([key, { access }]) => access === 'public' && key.startsWith(`GET ${prefix}/{id}`))
    .map(([key]) => splitKey(key).path);
const get = (path: string, id: string, token?: string) =>
  fetch(`${addresses.api}${path.replace('{id}', id)}`, {
    redirect: 'manual',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

describe.each([
  ['clubs', () => createClub('CD Oculto', { visible: false })],
  ['sportevents', async () => (await createEvent({ visible: false })).id],
])('the public answers of /%s', (kind, createHidden) => {
  test.each(listKeys(`/${kind}`))('[V-GEN-3] answer 404 for an unknown and a hidden item: %s', async (path) => {
    expect((await get(path, 'no-existe')).status).toBe(404);
    expect((await get(path, await createHidden())).status).toBe(404);
  });
});

test('[V-API-4] an admin reads the lists of a hidden club', async () => {
  const admin = await createPerson('ADMIN');
  const id = await createClub('CD Oculto', { visible: false });
  expect((await get('/clubs/{id}/vods', id, admin.token)).status).toBe(200);
});
