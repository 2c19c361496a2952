import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { errorAnswer } from '../support/api-answers.ts';
import { admin, callsTo, createList, id, open } from '../support/app.tsx';
import { adVideo, camera, managedClub, managedEvent, staffUser } from '../support/builders.ts';

const me = id('x');
const match = managedEvent(1, { title: 'Derbi' });

/** Every edit page of a versioned item: its address, its requests, and the field to type in. */
const screens = [
  {
    name: 'a club',
    path: `/clubs/manage/${me}`,
    get: `GET /live/clubs/${me}`,
    patch: `PATCH /live/clubs/${me}`,
    item: managedClub({ id: me }),
    wrap: (club: object) => ({ club }),
    field: { label: /^Nombre/, name: 'name' },
    save: 'Guardar cambios',
    saved: 'Club actualizado correctamente',
  },
  {
    name: 'club staff',
    path: `/club-staff-users/manage/${me}`,
    get: `GET /live/club-staff-users/${me}`,
    patch: `PATCH /live/club-staff-users/${me}`,
    item: staffUser(1, { id: me, personalName: 'Ana', status: 'active' }),
    wrap: (clubStaffUser: object) => ({ clubStaffUser }),
    field: { label: /^Nombre/, name: 'personalName' },
    save: 'Guardar cambios',
    saved: 'Usuario actualizado correctamente',
  },
  {
    name: 'a camera',
    path: `/cameras/manage/${me}`,
    get: `GET /live/cameras/${me}`,
    patch: `PATCH /live/cameras/${me}`,
    item: camera(1, { id: me, slug: 'norte', title: 'norte', sportEventId: match.id }),
    wrap: (camera: object) => camera,
    field: { label: /^Slug/, name: 'slug' },
    save: 'Actualizar cámara',
    saved: 'Cámara actualizada correctamente',
  },
  {
    name: 'an ad',
    path: `/ad-videos/manage/${me}`,
    get: `GET /live/ad_videos/${me}`,
    patch: `PATCH /live/ad_videos/${me}`,
    item: adVideo(1, { id: me }),
    wrap: (adVideo: object) => ({ adVideo }),
    field: { label: /^Título/, name: 'title' },
    save: 'Actualizar Anuncio',
    saved: 'Anuncio actualizado correctamente',
  },
  {
    name: 'the broadcast profile',
    path: '/live-profile',
    get: 'GET /live/users/me',
    patch: 'PATCH /live/users/me',
    item: {
      ...admin,
      slug: 'directo',
      title: 'Directo',
      summary: '',
      sport: 'SOCCER',
      sportEventId: null,
      isLive: false,
      streamServer: 'rtmp://x',
      streamAuthKey: 'sk_x',
    },
    wrap: (user: object) => ({ user }),
    field: { label: /^Slug/, name: 'slug' },
    save: 'Guardar cambios',
    saved: 'Usuario actualizado con éxito.',
  },
];

describe('two people edit', () => {
  for (const { name, path, get, patch, item, wrap, field, save, saved } of screens) {
    test(`[B-UI-1] ${name}: the second editor sees the conflict, and overwrites nothing silently`, async () => {
      let server = { ...item, version: 3 };
      const { user } = open(path, {
        user: admin,
        replies: {
          'GET /live/sportevents': createList('sportEvents', [match]),
          [`GET /live/sportevents/${match.id}`]: { data: { sportEvent: match } },
          [get]: () => ({ data: wrap(server) }),
          [patch]: ({ body }: { body: unknown }) =>
            (body as { version: number }).version === server.version ? { data: wrap(server) } : errorAnswer('REQ4090'),
        },
      });
      const input = () => screen.findByRole<HTMLInputElement>('textbox', { name: field.label });
      await user.type(await input(), '-bis');
      server = { ...server, [field.name]: 'de-otra', version: 4 };
      await user.click(screen.getByRole('button', { name: save }));
      expect(await screen.findByText('Alguien ha cambiado estos datos mientras tanto')).toBeDefined();
      expect(callsTo(patch)).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Cargar los datos nuevos' }));
      await waitFor(async () => expect((await input()).value).toBe('de-otra'));
      await user.type(await input(), '-mas');
      await user.click(screen.getByRole('button', { name: save }));
      expect(await screen.findByText(saved)).toBeDefined();
      expect(callsTo(patch).at(-1)?.body).toEqual({ [field.name]: 'de-otra-mas', version: 4 });
    });
  }
});
