/** The past broadcasts of a camera, as staff reads them. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { id, open, person } from '../support/app.tsx';
import { camera as someCamera } from '../support/builders.ts';

const cam = id('cam');
const camera = someCamera(1, { id: cam, slug: 'norte' });
const broadcast = (name: string, fields: object) => ({
  id: id(name),
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T12:00:00.000Z',
  event: { id: id('event'), title: name },
  peak: null,
  failure: null,
  videos: [],
  ...fields,
});
const video = (status: string, failure: string | null = null) => ({ id: id('vod'), title: 'Final', status, failure });

test('[B-API-97] shows for each broadcast its video, or why there is none', async () => {
  open(`/cameras/manage/${cam}`, {
    user: person('ADMIN'),
    replies: {
      [`GET /live/cameras/${cam}`]: { data: camera },
      [`GET /live/cameras/${cam}/broadcasts`]: {
        data: {
          broadcasts: [
            broadcast('listo', { state: 'RECORDED', videos: [video('FINISHED')], peak: 41 }),
            broadcast('roto', { state: 'RECORDED', videos: [video('FAILED', 'El archivo está dañado')] }),
            broadcast('perdido', { state: 'FAILED', failure: 'No ha llegado ninguna grabación' }),
            broadcast('prueba', { state: 'NOT_KEPT', event: null }),
            broadcast('ahora', { state: 'SAVING' }),
          ],
        },
      },
    },
  });
  const panel = (await screen.findByRole('heading', { name: 'Últimas emisiones' })).closest('section') as HTMLElement;
  const [ready, broken, lost, inTest, saving] = within(panel).getAllByRole('listitem');
  const expectTexts = (item: HTMLElement | undefined, ...texts: (string | RegExp)[]) => {
    for (const text of texts) expect(within(item!).getByText(text)).toBeDefined();
  };
  expectTexts(ready, 'Video listo', 'listo', 'Máximo a la vez: 41');
  expect(within(ready!).getByRole('link', { name: 'Ver el video' }).getAttribute('href')).toContain(id('vod'));
  expectTexts(broken, 'Sin video', 'El archivo está dañado');
  expectTexts(lost, 'Sin video', 'No ha llegado ninguna grabación');
  expectTexts(inTest, 'Sin evento', /con un evento elegido/);
  expectTexts(saving, 'Guardando');
});
