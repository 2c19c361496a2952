/** The items that addresses in a guardian's text name. */
import { describe, expect, test } from 'vitest';
import { hashId } from '../../../functions/platform/lists/hashed-id.ts';
import { findEmbedOfPath, parseEmbedPath } from '../../../functions/reach/embeds/embed-routes.ts';
import { matchPage } from '../../../functions/reach/sharing/page-routes.ts';
import { Id } from '../../../shared/contract/schema.ts';
import { embedPath } from '../../../shared/domain/embeds.ts';
import { idCharacters } from '../../../shared/domain/ids.ts';
import { listItemAddresses } from '../../../shared/domain/item-addresses.ts';
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { sharePicture } from '../../../shared/domain/share-picture.ts';

const ids = [...idCharacters].map((first) => {
  let number = 0;
  while (!hashId(`match ${number}`).startsWith(first)) number += 1;
  return hashId(`match ${number}`);
});
const id = ids.at(-1) ?? '';

describe('an id that begins with any character', () => {
  test.each(ids)('%s is one for the contract, pages, embeds and objections', (one) => {
    expect(Id.safeParse(one).success).toBe(true);
    for (const [name, kind, path] of [
      ['event', 'event', paths.event(one)],
      ['vod', 'vod', paths.vod(one)],
      ['clip', 'clip', paths.clip(one)],
      ['club', 'club', paths.club(one)],
    ] as const) {
      expect(findPageByPath(path)).toMatchObject({ name, params: { id: one } });
      expect(matchPage(path)).toEqual({ kind, path, id: one });
      expect(findEmbedOfPath(path)).toEqual({ kind, id: one });
      expect(parseEmbedPath(embedPath({ kind, id: one }))).toEqual({ kind, id: one });
      expect(listItemAddresses(path)).toEqual([{ page: name, key: one }]);
    }
    const path = paths.contentVideo(3, one);
    expect(matchPage(path)).toEqual({ kind: 'content', path, id: one, categoryId: 3 });
    expect(listItemAddresses(path)).toEqual([{ page: 'contentVideo', key: one }]);
  });

  test.each(['/vods/manage', '/vods/create', '/sportevents/competitions', '/familias/1234'])(
    '%s names none',
    (path) => {
      expect(listItemAddresses(path)).toEqual([]);
      expect(findPageByPath(path)?.params.id).toBeUndefined();
    },
  );
});

describe('an address is found', () => {
  const host = 'https://cantera.test';
  test.each([
    ['without a protocol', `cantera.test/evento/${id}`],
    ['without a host', `evento/${id}`],
    ['on the API', `${host}/api/sportevents/${id}`],
    ['with a slash, query and hash', `${host}/Evento/${id}/?utm=1#t=3`],
    ['in lower case', `${host}/evento/${id.toLowerCase()}`],
    ['before a full stop', `Mi hija sale en ${host}/evento/${id}.`],
    ['in parentheses, before a comma', `Mira (${host}/evento/${id}), por favor`],
    ['in a link of markdown', `[el partido](${host}/evento/${id})`],
    ['in quotation marks', `«${host}/evento/${id}»`],
    ['of an embed', `${host}${embedPath({ kind: 'event', id })}`],
    ['within the code of an embed', `<iframe src="${host}${embedPath({ kind: 'event', id })}" title="x">`],
    ['of a share picture', `https://media.test/${sharePicture(paths.event(id), 'abc')}`],
    ['of an oEmbed answer', `${host}/api/oembed?url=${encodeURIComponent(host + paths.event(id))}&format=json`],
    [
      'behind the link of a messenger',
      `https://l.test/l.php?u=${encodeURIComponent(encodeURIComponent(host + paths.event(id)))}`,
    ],
    ['of a match report', `${host}${paths.matchReport(id)}`],
    ['of the back office', `${host}${paths.editEvent(id)}`],
  ])('%s', (_, text) => {
    expect(listItemAddresses(text)[0]).toEqual({ page: 'event', key: id });
  });

  test.each([
    ['a recording', `${embedPath({ kind: 'vod', id })}`, 'vod'],
    ['a clip', `${embedPath({ kind: 'clip', id })}?autoplay=1`, 'clip'],
    ['a picture of a recording', `https://media.test/share/vods_${id}/0123456789abcdef-vertical.jpg`, 'vod'],
    ['media', `https://media.test/vods/${id}/${id}/hls/index_720p_00001.ts`, 'vod'],
    ['a poster of a clip', `https://media.test/thumbnails/clips/${id}/1.webp`, 'clip'],
  ] as const)('of %s', (_, text, page) => {
    expect(listItemAddresses(text)[0]).toEqual({ page, key: id });
  });

  test('of a live, and of several items in the order of the text', () => {
    expect(listItemAddresses('Es https://cantera.test/live/campo-1.')).toEqual([{ page: 'live', key: 'campo-1' }]);
    expect(listItemAddresses(`${paths.clip(id)} o ${paths.vod(id)}`).map(({ page }) => page)).toEqual(['clip', 'vod']);
  });
});
