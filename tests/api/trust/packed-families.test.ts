/** 'Solo familias' while a film still plays as it was uploaded, before its encoding. */
import { expect, test } from 'vitest';
import { resolveLocalhostNames } from '../../../infra/local/wire/localhost-names.ts';
import { call, createEvent, createPerson, playedBetween } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchStatus, listAddresses } from '../../support/kept-addresses.ts';
import { createClip } from '../../support/media.ts';
import { storeFilm } from '../recordings/stored-film.ts';
import { admin, change, clubId, confirm, createCode } from './family-team.ts';

resolveLocalhostNames();
const { packSource } = await import('../../../functions/recordings/packing/pack-source.ts');

async function packFilm(sportEventId: string): Promise<string> {
  const film = await createClip({ seconds: 6, output: ['-g', '50', '-sc_threshold', '0'] });
  const id = await storeFilm(film, { sportEventId, clubIds: [clubId] });
  await packSource({ kind: 'vods', id }, Date.now());
  return id;
}

/** Addresses of the film's segments, as the player gets them; none if the person may not watch. */
async function collectSegments(id: string, token: string): Promise<string[]> {
  const { data } = await call('GET /vods/{id}', { params: { id }, token });
  const master = data?.vod?.playback.url;
  if (!master) return [];
  const rendition = listAddresses(await (await fetch(master)).text(), master)[0] ?? '';
  return listAddresses(await (await fetch(rendition)).text(), rendition);
}

const readDistinct = async (kept: string[]) => [...new Set(await Promise.all(kept.map(fetchStatus)))];

test('[F-RIGHTS-4] withdraws the addresses of a film that is still packed, and gives families other ones', async () => {
  const times = playedBetween(0, 2);
  const event = await createEvent({ clubIds: [clubId], category: 'infantil', isPublic: true, ...times });
  const id = await packFilm(event.id);
  const viewer = await createPerson('REGULAR_SUBSCRIBER');
  const kept = await collectSegments(id, viewer.token);
  expect(await readDistinct(kept)).toEqual([200]);
  // The addresses are those of the packed film, which its encoding has not replaced yet.
  const managed = await call('GET /live/vods/{id}', { token: admin.token, params: { id } });
  expect(managed.data.vod).toMatchObject({ status: 'FINISHED', isImproving: true });

  await change(event.id, { audience: 'FAMILIES' });
  const refused = await eventually(
    () => readDistinct(kept),
    (found) => !found.includes(200),
  );
  expect(refused).toEqual([410]);
  expect(await collectSegments(id, viewer.token)).toEqual([]);

  const member = await createPerson('REGULAR_BASIC');
  await confirm(member, await createCode());
  const own = await collectSegments(id, member.token);
  expect(own.every((address) => address.includes('/families/'))).toBe(true);
  expect(await readDistinct(own)).toEqual([200]);
});
