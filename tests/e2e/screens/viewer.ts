/** Screens of visitors and viewers. */
import { browsingScreens } from './browsing.ts';
import type { Screen } from './screen.ts';
import { watchingScreens } from './watching.ts';

export const viewerScreens: Screen[] = [
  ...browsingScreens,
  ...watchingScreens,
  {
    name: 'contact',
    path: '/contact/teams',
    shows: 'Contactar Equipos',
    act: (page) => page.getByLabel('Nombre').fill('Ana'),
  },
  { name: 'newsletter-confirm', path: '/boletin/confirmar?token=no', shows: true },
  { name: 'newsletter-leave', path: '/boletin/baja?token=no', shows: '¿Quieres darte de baja?' },
  { name: 'alerts-leave', path: '/avisos/baja?token=no', shows: '¿Dejamos de enviarte avisos por email?' },
  { name: 'follow-matter-unknown', path: '/aviso#no', shows: 'Tu aviso' },
  { name: 'objection', path: '/imagenes-de-menores', shows: 'Enviar aviso' },
  { name: 'report', path: '/denunciar?pagina=/evento/1&segundo=61', shows: 'Enviar denuncia' },
  { name: 'legal-notice', path: '/aviso-legal', shows: true },
  { name: 'accessibility', path: '/accesibilidad', shows: 'Declaración de accesibilidad' },
  { name: 'maker-statement', path: '/declaracion-responsable', shows: 'Declaración responsable' },
  { name: 'cookies', path: '/cookies', shows: true },
  { name: 'privacy', path: '/privacidad', shows: true },
  { name: 'lost-minutes', path: '/si-no-se-ve', shows: 'Si no se ve, no se paga' },
  { name: 'withdraw', path: '/desistir', shows: 'Desistir del contrato' },
  {
    name: 'withdraw-errors',
    path: '/desistir',
    shows: 'Desistir del contrato',
    act: (page) => page.getByRole('button', { name: 'Continuar' }).click(),
  },
  { name: 'document', path: '/documento/condiciones-compra', shows: true },
  { name: 'document-version', path: '/documento/condiciones-compra/1', shows: 'Condiciones de compra' },
  { name: 'not-found', path: '/404', shows: true },
  {
    name: 'menu',
    path: '/home',
    shows: 'Contenido',
    only: 'phone',
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
  },
  {
    name: 'menu-viewer',
    who: 'REGULAR_SUBSCRIBER',
    path: '/home',
    shows: 'Contenido',
    only: 'phone',
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
  },
];
