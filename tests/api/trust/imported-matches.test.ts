/** Matches whose ids are hashes of an import, beginning with any character. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { embedPath } from '../../../shared/domain/embeds.ts';
import { idCharacters } from '../../../shared/domain/ids.ts';
import { listItemAddresses } from '../../../shared/domain/item-addresses.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { addresses, call, createClub, createEvent, createVod } from '../../support/api.ts';
import { sendObjection } from '../../support/objections.ts';
import { visit } from '../reach/shared-page.ts';

const { hashId } = await import('../../../functions/platform/lists/hashed-id.ts');

const clubIds = [await createClub('CD Importado'), await createClub('CD Rival')];
const importMatch = async (first: string) => {
  const match = ulid();
  let number = 0;
  const toId = () => hashId(`${match} ${number}`);
  while (!toId().startsWith(first)) number += 1;
  return createEvent({ id: toId(), clubIds, title: `Derbi ${first}` });
};

test.for([...idCharacters])(
  '[E-SHARE-1] shares an imported match whose id begins with %s, and hides it for an objection',
  async (first) => {
    const { id } = await importMatch(first);
    const page = await visit(paths.event(id));
    expect([page.status, page.title, page.tag('robots')]).toEqual([200, `Derbi ${first} · Cantera TV`, undefined]);
    const picture = page.tag('og:image') ?? '';
    expect(listItemAddresses(picture)).toEqual([{ page: 'event', key: id }]);
    const oembed = `${addresses.api}/oembed?url=${encodeURIComponent(addresses.web + paths.event(id))}`;
    expect((await fetch(oembed)).status).toBe(200);
    const { data } = await sendObjection({ page: addresses.web + paths.event(id) });
    expect(data.isHidden).toBe(true);
    expect((await call('GET /sportevents/{id}', { params: { id } })).status).toBe(404);
    expect((await visit(paths.event(id))).status).toBe(404);
  },
);

test('[E-SHARE-2] draws the share picture of an imported match', async () => {
  const { id } = await importMatch('Z');
  const picture = await fetch((await visit(paths.event(id))).tag('og:image') ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test.for([
  ['an embed', (id: string) => `https://periodico.test${embedPath({ kind: 'event', id })}`],
  ['a share picture', (id: string) => `${addresses.media}/share/evento_${id}/0123456789abcdef.jpg`],
  ['a sentence', (id: string) => `Mi hija sale aquí (cantera.test${paths.event(id)}), en el minuto 3.`],
] as const)('[F-RIGHTS-3] hides the match of %s', async ([, write]) => {
  const { id } = await importMatch('K');
  await createVod({ sportEventId: id, clubIds });
  expect((await sendObjection({ page: write(id) })).data.isHidden).toBe(true);
  expect((await sendObjection({ page: '', about: write(id) })).data.isHidden).toBe(true);
});
