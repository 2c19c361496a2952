/** The addresses and headings of the back office. */
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { admin, createList, id, open } from '../support/app.tsx';

const me = {
  'GET /live/users/me': {
    data: { user: { ...admin, slug: 'marta', title: 'Directo de Marta', summary: '', sport: 'SOCCER' as const } },
  },
};

describe('paths and headings', () => {
  test.each([
    ['/live-profile', 'Perfil del Directo'],
    ['/admin-profile', 'Perfil'],
    ['/cameras/create', 'Crear Cámara'],
    ['/cameras/manage', 'Gestión de Cámaras'],
    ['/vods/create', 'Subir Video'],
    ['/vods/manage', 'Gestión de Videos'],
    ['/ad-videos/create', 'Subir Anuncio'],
    ['/ad-videos/manage', 'Gestión de Anuncios'],
    ['/content/create', 'Subir Contenido'],
    ['/content/manage', 'Contenido'],
    ['/sportevents/create', 'Crear Evento'],
    ['/sportevents/manage', 'Gestión de Eventos'],
    ['/clubs/create', 'Crear Club'],
    ['/clubs/manage', 'Gestión de Clubes'],
    ['/club-staff-users/create', 'Invitar al personal del club'],
    ['/club-staff-users/manage', 'Personal del Club'],
  ])('[B-SHELL-3] [B-SHELL-5] %s opens «%s»', async (to, heading) => {
    open(to, {
      user: admin,
      replies: { ...me, 'GET /live/cameras': createList('cameras', [], 1, { streamServer: 'rtmp://x/live' }) },
    });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
  });

  test.each([
    ['vods', 'VOD no encontrado'],
    ['sportevents', 'Evento no encontrado'],
    ['cameras', 'Cámara no encontrada'],
    ['ad-videos', 'Anuncio no encontrado'],
    ['content', 'Contenido no encontrado'],
    ['clubs', 'Club no encontrado'],
    ['club-staff-users', 'Usuario no encontrado'],
  ])(
    '[B-SHELL-4] [B-VOD-13] /%s/manage/{id} is the edit screen, which says that an item is missing',
    async (section, missing) => {
      open(`/${section}/manage/${id('gone')}`, { user: admin });
      expect(await screen.findByText(missing)).toBeDefined();
    },
  );

  test('[B-SHELL-6] appends a name or title of the query to the heading', async () => {
    open('/clubs/manage?name=CD%20Sauce', { user: admin });
    expect(await screen.findByRole('heading', { name: 'Gestión de Clubes - CD Sauce' })).toBeDefined();
  });
});
