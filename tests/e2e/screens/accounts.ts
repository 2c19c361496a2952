/** Screens of an account: sign-up, login, payment, profile. */
import type { Page } from '@playwright/test';
import { createEvent, createPerson } from '../support/platform.ts';
import { failure, loading, type Screen } from './screen.ts';

export const accountScreens: Screen[] = [
  { name: 'login', path: '/login', shows: true },
  { name: 'login-error', path: '/login?error=SR4006', shows: 'El usuario está dado de baja' },
  { name: 'login-partner-ended', path: '/login?error=SSN4003', shows: 'Entrar y suscribirme' },
  { name: 'login-television', path: '/login/tv', shows: 'Entra con tu móvil', states: { error: failure, loading } },
  { name: 'television', who: 'REGULAR_BASIC', path: '/tv', shows: 'Conectar una televisión' },
  { name: 'television-visitor', path: '/tv#482915', shows: 'Primero entra tú en este móvil' },
  { name: 'signup', path: '/signup', shows: 'Crea tu cuenta' },
  {
    name: 'signup-errors',
    path: '/signup?source=ppv',
    shows: 'Crea tu cuenta',
    act: (page) => page.getByRole('button', { name: /Siguiente|Continuar/ }).click(),
  },
  { name: 'forgot-password', path: '/recordar-contrasena', shows: true },
  { name: 'reset-password', path: '/restablecer-contrasena?token=no', shows: true },
  { name: 'subscription', path: '/subscription?source=subscription', shows: true },
  { name: 'buy', path: createMatchForSale, shows: 'Compra el partido', states: { long: 'Compra el partido' } },
  {
    name: 'buy-errors',
    path: createMatchForSale,
    shows: 'Compra el partido',
    act: (page) => page.getByRole('button', { name: 'Ir al pago' }).click(),
  },
  {
    name: 'buy-bought',
    path: createMatchForSale,
    shows: 'Compra el partido',
    act: (page) => buyWith(page, { withoutPassword: true, stripeCustomerId: 'cus_nobody' }),
  },
  { name: 'buy-known', path: createMatchForSale, shows: 'Compra el partido', act: (page) => buyWith(page, {}) },
  {
    name: 'payment-failed',
    who: 'REGULAR_BASIC',
    path: '/creando-pago?productType=PT_SPORT_EVENT&sportEventId=01ARZ3NDEKTSV4RRFFQ69G5FAV',
    shows: 'Error al procesar el pago',
  },
  {
    name: 'payment-confirm',
    who: 'REGULAR_BASIC',
    path: '/creando-pago?productType=PT_MONTHLY',
    shows: 'Confirma tu pedido',
    act: (page) => page.getByRole('button', { name: 'Ir al pago' }).click(),
  },
  { name: 'payment-success', path: '/payment-success', shows: 'Pago Completado con Éxito' },
  { name: 'profile', who: 'REGULAR_BASIC', path: '/profile', shows: true },
  { name: 'profile-subscriber', who: 'REGULAR_SUBSCRIBER', path: '/profile', shows: true },
  { name: 'profile-data', who: 'REGULAR_BASIC', path: '/profile/datos', shows: 'Tus datos' },
  {
    name: 'profile-payments',
    who: 'REGULAR_BASIC',
    path: '/profile/pagos',
    shows: 'Aquí aparecerán tus pagos y sus recibos.',
    states: { error: failure, loading },
  },
  {
    name: 'profile-alerts',
    who: 'REGULAR_BASIC',
    path: '/profile/avisos',
    shows: 'Avísame de…',
    states: { error: failure, loading },
  },
  {
    name: 'profile-calendar',
    who: 'REGULAR_BASIC',
    path: '/profile/calendario',
    shows: 'Suscribirse a mis clubes',
    states: { error: failure },
  },
  {
    name: 'profile-preferences',
    who: 'REGULAR_BASIC',
    path: '/profile/preferencias',
    shows: 'Conectar una televisión',
  },
  { name: 'profile-security', who: 'REGULAR_BASIC', path: '/profile/seguridad', shows: 'Eliminar mi cuenta' },
  {
    name: 'profile-first-password',
    who: 'REGULAR_BASIC',
    path: '/profile/seguridad',
    fields: { withoutPassword: true },
    shows: 'Enviarme un enlace para elegir contraseña',
  },
];

/** Creates a match for sale; returns the page that sells it to an email. */
async function createMatchForSale(): Promise<string> {
  const { id } = await createEvent({ title: 'CD Almenara – UD Puerto Alegre' });
  return `/comprar?${new URLSearchParams({ source: 'ppv', sportEventId: id, redirectUrl: `/evento/${id}` })}`;
}

/** Enters the email of an existing user. */
async function buyWith(page: Page, fields: Screen['fields']): Promise<void> {
  const { user } = await createPerson('REGULAR_BASIC', fields);
  await page.getByLabel(/^Email/).fill(user.email);
  await page.getByLabel(/^Acepto los/).check();
  await page.getByLabel(/^Quiero verlo ya/).check();
  await page.getByRole('button', { name: 'Ir al pago' }).click();
  await page.getByText(/^Ya (has comprado con|existe un usuario con)/).waitFor();
}
