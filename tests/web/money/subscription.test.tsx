import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../shared/contract/user.ts';
import { placeholders } from '../../../shared/domain/account-forms.ts';
import { errorAnswer } from '../support/api-answers.ts';
import {
  address,
  callsTo,
  captchaConfig,
  fill,
  id,
  open,
  person,
  problems,
  type Replies,
  type Reply,
  site,
  stubCaptcha,
} from '../support/app.tsx';
import { fillBasics, fillSecurity, proceed } from '../support/sign-up-form.ts';

site.config = captchaConfig;
const actions: string[] = [];
beforeEach(() => {
  actions.length = 0;
  stubCaptcha({ token: 'verified' }, actions);
});

const { streetName, municipality, zipCode, ...reach } = placeholders;
const complete: Partial<User> = {
  phone: '612345678',
  documentId: '12345678Z',
  address: { streetName: 'Calle Mayor 1', municipality: 'Murcia', zipCode: '30001' },
};
const event = id('event');
const ppv = `source=ppv&sportEventId=${event}&redirectUrl=${encodeURIComponent('/vods/1')}`;
const payment = `/creando-pago?productType=PT_SPORT_EVENT&sportEventId=${event}&redirectUrl=${encodeURIComponent('/vods/1')}`;
/** The payment page requests its link at once; the link is never followed here. */
const pays: Replies = { 'POST /payments/stripe': () => new Promise(() => undefined) };
const saves: Replies = { ...pays, 'PATCH /users/me': {} };

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const openContact = (replies = saves) => open('/subscription', { user: person('REGULAR_BASIC'), replies });

async function fillContact() {
  fill(await screen.findByLabelText(/^Teléfono/), '612345678');
  fill(field(/^DNI/), '12345678z');
  fillAddress();
}

function fillAddress() {
  fill(field(/^Calle/), 'Calle Mayor 1');
  fill(field(/^Municipio/), 'Murcia');
  fill(field(/^Código postal/), '30001');
}

describe('the product', () => {
  const order = () => within(screen.getByRole('region', { name: 'Tu compra' }));

  test('[E-PAY-1] a match whose data fails to load can still be bought', async () => {
    open(`/subscription?${ppv}`, { replies: { [`GET /sportevents/${event}`]: errorAnswer('EVT4040') } });
    await screen.findByLabelText(/^Nombre/);
    expect(await order().findByText('Un partido')).toBeDefined();
    expect(order().getByText('1,99 €')).toBeDefined();
  });

  test('[E-PAY-1] the subscription and its price stay visible in every step', async () => {
    const { user } = open('/subscription?source=subscription');
    await fillBasics(user);
    expect(await screen.findByLabelText(/^Teléfono/)).toBeDefined();
    expect(order().getByText('Suscripción')).toBeDefined();
    expect(order().getByText('6,99 €')).toBeDefined();
    expect(order().getByText('al mes, IVA incluido')).toBeDefined();
  });
});

describe('a known user', () => {
  test('[A-SUB-1] [A-SUB-2] is loaded before anything is decided, and redirected if already subscribed', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply<'GET /users/me'>>();
    open('/subscription?source=subscription', {
      user: person('REGULAR_BASIC'),
      replies: { ...saves, 'GET /users/me': () => promise },
    });
    await waitFor(() => expect(callsTo('GET /users/me').length).toBeGreaterThan(0));
    expect(screen.queryByLabelText(/^Teléfono/)).toBeNull();
    resolve({ data: { user: person('REGULAR_SUBSCRIBER') } });
    await waitFor(() => expect(address()).toBe('/home?showSubscriptionBanner=true'));
  });

  test('[A-SUB-3] goes straight to the payment with the same query if the data are complete', async () => {
    open(`/subscription?${ppv}`, { user: person('REGULAR_BASIC', complete), replies: pays });
    await waitFor(() => expect(address()).toBe(`/creando-pago?${ppv}`));
  });

  test('[A-SUB-4] [A-PROF-7] must replace placeholders, which count as missing', async () => {
    const unknown = { ...reach, address: { streetName, municipality, zipCode } };
    open('/subscription', { user: person('REGULAR_BASIC', unknown) });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Teléfono/)).value).toBe('');
    for (const name of [/^DNI/, /^Calle/, /^Municipio/, /^Código postal/]) expect(field(name).value).toBe('');
  });

  test('[A-SUB-5] [A-SUB-9] [A-SUB-12] sees known values filled in; the rest is saved and the payment follows once', async () => {
    const { user } = open(`/subscription?${ppv}`, {
      user: person('REGULAR_BASIC', { phone: '612345678', documentId: '12345678Z' }),
      replies: { ...saves, 'GET /users/me': () => ({ data: { user: person('REGULAR_BASIC', known) } }) },
    });
    let known: Partial<User> = { phone: '612345678', documentId: '12345678Z' };
    expect((await screen.findByLabelText<HTMLInputElement>(/^Teléfono/)).value).toBe('612345678');
    expect(field(/^DNI/).value).toBe('12345678Z');
    expect(screen.queryByRole('list', { name: 'Pasos' })).toBeNull();
    fillAddress();
    known = complete;
    await proceed(user);
    await waitFor(() => expect(address()).toBe(payment));
    expect(callsTo('PATCH /users/me').map((call) => call.body)).toEqual([complete]);
    await waitFor(() => expect(callsTo('POST /payments/stripe')).toHaveLength(1));
    expect(callsTo('POST /users')).toEqual([]);
  });

  test('[A-SUB-12] [A-SUB-15] buys the subscription if the address names no event', async () => {
    const { user } = open('/subscription?source=subscription', { user: person('REGULAR_BASIC'), replies: saves });
    await fillContact();
    await proceed(user);
    await waitFor(() => expect(address()).toBe('/creando-pago?productType=PT_MONTHLY'));
  });

  test('[V-UI-10] sees an error above the form', async () => {
    const { user } = openContact({ 'PATCH /users/me': errorAnswer('REQ4000', 'El DNI ya está en uso') });
    await fillContact();
    await proceed(user);
    expect(await screen.findByText('El DNI ya está en uso')).toBeDefined();
  });
});

describe('the contact step', () => {
  test('[A-CONTACT-1] [A-CONTACT-2] [A-CONTACT-3] [A-CONTACT-5] [A-CONTACT-6] [A-CONTACT-7] [A-CONTACT-12] [A-CONTACT-13] [A-CONTACT-14] [A-CONTACT-15] shows one problem at a time, in order', async () => {
    const { user } = openContact();
    await screen.findByLabelText(/^Teléfono/);
    const steps: [string, RegExp, string][] = [
      ['Por favor, introduce tu número de teléfono', /^Teléfono/, '61234567'],
      ['El número de teléfono debe tener 9 dígitos', /^Teléfono/, '8'],
      ['Por favor, introduce tu DNI', /^DNI/, '1234567'],
      ['El DNI debe tener 8 números y una letra', /^DNI/, '8A'],
      ['El DNI no es válido', /^DNI/, '{Backspace}Z'],
      ['Por favor, introduce tu calle', /^Calle/, 'Mayor 1'],
      ['Por favor, introduce tu municipio', /^Municipio/, 'Murcia'],
      ['Por favor, introduce tu código postal', /^Código postal/, '3000'],
      ['El código postal debe tener 5 dígitos', /^Código postal/, '1'],
    ];
    for (const [text, name, typed] of steps) {
      await proceed(user);
      expect(problems()).toEqual([text]);
      expect(document.activeElement).toBe(field(name));
      await user.type(field(name), typed);
      expect(problems()).toEqual([]);
    }
    expect(callsTo('PATCH /users/me')).toEqual([]);
    await proceed(user);
    await waitFor(() => expect(callsTo('PATCH /users/me')).toHaveLength(1));
  });

  test('[A-CONTACT-4] [A-CONTACT-11] [A-CONTACT-15] limits the inputs to valid characters and writes the document in upper case', async () => {
    const { user } = openContact();
    await user.type(await screen.findByLabelText(/^Teléfono/), '+6a1-2 345 678 99');
    await user.type(field(/^DNI/), 'x1234567l99');
    await user.type(field(/^Código postal/), '30a00-199');
    expect(field(/^Teléfono/).value).toBe('612345678');
    expect(field(/^DNI/).value).toBe('X1234567L');
    expect(field(/^Código postal/).value).toBe('30001');
  });

  test.each([
    ['+34 600 11 22 33', '600112233'],
    ['0034-712-34-56-78', '712345678'],
    ['34612345678', '612345678'],
    ['600 112 233', '600112233'],
  ])('[A-CONTACT-4] reads the number pasted as %s as %s', async (pasted, number) => {
    const { user } = openContact();
    await user.click(await screen.findByLabelText(/^Teléfono/));
    await user.paste(pasted);
    expect(field(/^Teléfono/).value).toBe(number);
    await user.clear(field(/^Teléfono/));
    await user.type(field(/^Teléfono/), pasted);
    expect(field(/^Teléfono/).value).toBe(number);
  });

  test('[A-CONTACT-11] reads a document pasted with separators', async () => {
    const { user } = openContact();
    await user.click(await screen.findByLabelText(/^DNI/));
    await user.paste(' 12.345.678-z ');
    expect(field(/^DNI/).value).toBe('12345678Z');
  });
});

describe('a new user', () => {
  test('[A-SUB-6] [A-SUB-7] [A-SUB-8] [A-SUB-10] [A-SUB-11] [A-SUB-13] [A-SUB-15] completes three steps, then the login that leads to the payment', async () => {
    const { user } = open(`/subscription?${ppv}`, { replies: { 'POST /users': { data: { id: id(1) } } } });
    await screen.findByLabelText(/^Nombre/);
    await proceed(user);
    expect(problems()).toEqual(['Por favor, introduce tu nombre']);
    await fillBasics(user);
    const steps = within(screen.getByRole('list', { name: 'Pasos' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual(['1. Tus datos', '2. Contacto', '3. Seguridad']);
    await proceed(user);
    expect(problems()).toEqual(['Por favor, introduce tu número de teléfono']);
    await fillContact();
    await proceed(user);

    await user.click(screen.getByRole('button', { name: 'Atrás' }));
    expect(field(/^Teléfono/).value).toBe('612345678');
    await proceed(user);

    await proceed(user, 'Ir al pago');
    expect(problems()).toEqual(['Por favor, introduce una contraseña']);
    await fillSecurity(user);
    expect(actions).toEqual([]);
    await proceed(user, 'Ir al pago');
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(actions).toEqual(['signup']);
    expect(callsTo('POST /users')[0]?.body).toEqual({
      name: 'Marta',
      surname: 'Ruiz',
      email: 'marta@cantera.test',
      password: 'secreta-1',
      acceptMarketing: false,
      captchaToken: 'verified',
      platform: 'web',
      ...complete,
    });
    const query = new URLSearchParams(location.search);
    expect([query.get('source'), query.get('redirectTo')]).toEqual(['signup', payment]);
  });

  test('[A-SUB-8] goes back in history from step 1', async () => {
    const { user } = open('/subscription');
    const back = vi.spyOn(history, 'go');
    const button = await screen.findByRole('button', { name: 'Atrás' });
    // The page before may be another site's, of which the router knows nothing.
    vi.spyOn(history, 'length', 'get').mockReturnValue(2);
    await user.click(button);
    expect(back).toHaveBeenCalledWith(-1);
  });

  test.each([
    ['/subscription', '/home'],
    [`/subscription?${ppv}`, new URLSearchParams(ppv).get('redirectUrl')],
    ['/subscription?redirectUrl=https%3A%2F%2Fevil.test', '/home'],
  ])('[A-SUB-8] whose tab begins at %s goes back to %s', async (path, parent) => {
    const { user } = open(path);
    vi.spyOn(history, 'length', 'get').mockReturnValue(1);
    await user.click(await screen.findByRole('button', { name: 'Atrás' }));
    await waitFor(() => expect(address()).toBe(parent));
  });
});
