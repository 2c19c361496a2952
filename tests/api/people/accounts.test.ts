/** Sign-up, profile, and the broadcast profile. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createContentVideo, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { listMails, logIn, pressButton, requestPaymentLink, toSessionId, waitForMail } from '../../support/people.ts';
import { address, signUp } from './sign-up.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');

describe('sign-up', () => {
  test('[A-API-5][A-SIGNUP-19][A-SIGNUP-21] creates an account that can log in, with a welcome email', async () => {
    const email = address();
    const made = await signUp({ email: ` ${email.toUpperCase()} ` });
    expect([made.status, made.message]).toEqual([201, 'Cuenta creada con éxito. Ya puedes iniciar sesión.']);
    const session = await logIn(email, 'clave-de-eva');
    expect(session.data.user).toMatchObject({ id: made.data.id, role: 'REGULAR_BASIC', email, sportEvents: [] });
    expect((await waitForMail(email)).subject).toBe('Te damos la bienvenida a Cantera TV');
    expect(await listMails(email)).toHaveLength(1);
  });

  test('[V-FAV-1][A-SIGNUP-20] makes the club of the form the first favourite, and rejects an unknown one', async () => {
    const clubId = await createClub('De siempre');
    const email = address();
    await signUp({ email, favoriteClubId: clubId });
    const { token } = (await logIn(email, 'clave-de-eva')).data;
    expect((await call('GET /users/me/favorite-clubs', { token })).data.clubs.map(({ id }) => id)).toEqual([clubId]);
    expect((await signUp({ favoriteClubId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).code).toBe('CLB4000');
  });

  test('[A-SIGNUP-10][A-SIGNUP-11][A-SIGNUP-12][A-SIGNUP-13][A-SEC-1][A-SEC-2][A-SIGNUP-9] answers with the first failing check', async () => {
    const readRefusal = async (fields: object) => {
      const answer = await signUp(fields as Record<string, unknown>);
      expect(answer.status).toBe(400);
      return answer.message;
    };
    expect(await readRefusal({ name: ' ', surname: '', email: '' })).toBe('Por favor, introduce tu nombre');
    expect(await readRefusal({ surname: '', email: 'x' })).toBe('Por favor, introduce tu apellido');
    expect(await readRefusal({ email: '' })).toBe('Por favor, introduce tu email');
    expect(await readRefusal({ email: 'sin-arroba' })).toBe('Por favor, introduce un email válido');
    expect(await readRefusal({ password: '' })).toBe('Por favor, introduce una contraseña');
    expect(await readRefusal({ password: 'corta' })).toBe('La contraseña debe tener al menos 8 caracteres');
    // Cognito rejects these passwords; nothing has been created by then.
    const email = address();
    for (const password of [' clave-de-eva', 'clave-de-eva ', 'clave-de-eva\u00a0', 'clave\nde-eva'])
      expect(await readRefusal({ email, password })).toBe('La contraseña no puede empezar ni terminar con un espacio');
    expect((await signUp({ email })).status).toBe(201);
  });

  test('[A-SIGNUP-24] creates one account for a hundred parallel sign-ups with one email', async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 100 }, () => signUp({ email })));
    const outcomes = answers.map(({ status, code }) => code ?? String(status)).sort();
    expect(outcomes).toEqual(['201', ...Array<string>(99).fill('SR4092')]);
  });

  test('[A-SUB-11] validates and stores contact data of the subscription flow', async () => {
    const email = address();
    const contact = {
      phone: '612345678',
      documentId: '12345678z',
      address: { streetName: 'Calle Mayor 1', municipality: 'Murcia', zipCode: '30001' },
    };
    expect((await signUp({ email, ...contact })).status).toBe(201);
    const { user } = (await logIn(email, 'clave-de-eva')).data;
    expect(user).toMatchObject({ phone: '612345678', documentId: '12345678Z', address: contact.address });
    expect((await signUp({ ...contact, documentId: '12345678A' })).message).toBe('El DNI no es válido');
    expect((await signUp({ ...contact, documentId: '123' })).message).toBe('El DNI debe tener 8 números y una letra');
    expect((await signUp({ ...contact, phone: '123' })).message).toBe('El número de teléfono debe tener 9 dígitos');
  });
});

describe('the profile', () => {
  test('[A-API-8][A-PROF-5][A-PROF-13] changes contact data one by one', async () => {
    const { token } = await createPerson('REGULAR_BASIC');
    const change = (body: object) => call('PATCH /users/me', { token, body });
    expect((await change({ phone: '612345678' })).message).toBe('Usuario actualizado con éxito.');
    const where = { streetName: 'Calle Mayor 1', municipality: 'Murcia', zipCode: '30001' };
    await change({ address: where });
    const { user } = (await call('GET /users/me', { token })).data;
    expect(user).toMatchObject({ phone: '612345678', address: where, documentId: null });
    expect((await change({ address: { ...where, zipCode: '3' } })).message).toBe(
      'El código postal debe tener 5 dígitos',
    );
  });

  test('[A-PROF-9][A-PROF-10][A-PROF-11][A-PROF-14][A-PROF-15][A-PROF-16] changes the password given the old one, and ends other sessions', async () => {
    const { user, token } = await createPerson('REGULAR_BASIC');
    await setPassword(user.id, 'la-de-antes');
    const elsewhere = (await logIn(user.email, 'la-de-antes')).data.token;
    const change = (body: object) => call('PATCH /users/me', { token, body });
    expect((await change({ newPassword: 'la-de-ahora' })).message).toBe(
      'La contraseña actual es requerida para cambiar la contraseña',
    );
    expect((await change({ oldPassword: 'la-de-antes' })).message).toBe('La nueva contraseña es requerida');
    expect((await change({ oldPassword: 'la-de-antes', newPassword: 'corta' })).message).toBe(
      'La contraseña debe tener al menos 8 caracteres',
    );
    const wrong = await change({ oldPassword: 'no-es-esta', newPassword: 'la-de-ahora' });
    expect([wrong.status, wrong.message]).toEqual([400, 'Error al actualizar la contraseña']);
    expect((await change({ oldPassword: 'la-de-antes', newPassword: 'la-de-ahora' })).message).toBe(
      'Contraseña actualizada correctamente',
    );
    expect((await call('GET /users/me', { token })).status).toBe(200);
    expect((await call('GET /users/me', { token: elsewhere })).status).toBe(401);
  });

  test('[A-ENT-1] exports the data, and deletes the account given its password', async () => {
    const { user, token } = await createPerson('REGULAR_BASIC');
    await setPassword(user.id, 'mi-clave-actual');
    const mine = await call('GET /users/me/data', { token });
    expect(mine.data).toMatchObject({ id: user.id, email: user.email, favoriteClubs: [] });
    expect((await call('DELETE /users/me', { token, body: { password: 'no-es' } })).status).toBe(400);
    expect((await call('DELETE /users/me', { token, body: { password: 'mi-clave-actual' } })).status).toBe(200);
    expect((await call('GET /users/me', { token })).status).toBe(401);
    expect((await logIn(user.email, 'mi-clave-actual')).status).toBe(401);
    expect((await signUp({ email: user.email })).status).toBe(201);
  });

  test('[A-ENT-1] retains only a payer’s invoice data of a deleted account, for six years', async () => {
    const contact = {
      documentId: '12345678Z',
      address: { streetName: 'Calle Mayor 1', municipality: 'Murcia', zipCode: '30001' },
    };
    const listItems = (id: string, table: 'purchases' | 'library') =>
      queryAll<Record<string, unknown>>(table, `USER#${id}`);
    const deleteAccount = async (paying: boolean) => {
      const { user, token } = await createPerson('REGULAR_BASIC', contact);
      await setPassword(user.id, 'mi-clave-actual');
      await call('PUT /users/me/list/{kind}/{id}', { token, params: { kind: 'vods', id: (await createVod()).id } });
      const params = { kind: 'contentvideos', id: (await createContentVideo()).id };
      await call('PUT /users/me/progress/{kind}/{id}', { token, params, body: { position: 30 } });
      if (paying) {
        await pressButton(`/pay/${toSessionId((await requestPaymentLink({ token })).data.paymentLink)}/pay`);
        await eventually(
          () => listItems(user.id, 'purchases'),
          (items) => items.some(({ sk }) => String(sk).startsWith('RECEIPT#')),
        );
      }
      await call('DELETE /users/me', { token, body: { password: 'mi-clave-actual' } });
      await eventually(() => listItems(user.id, 'library'), has({ length: 0 }));
      return { user, billing: (await listItems(user.id, 'purchases')).find(({ sk }) => sk === 'BILLING') };
    };
    expect((await deleteAccount(false)).billing).toBeUndefined();
    const { user, billing } = await deleteAccount(true);
    expect(billing).toMatchObject({ ...contact, name: user.name, surname: user.surname, email: user.email });
    expect(Number(billing?.expiresAt) * 1000 - Date.now()).toBeGreaterThan(6 * 365 * 86_400_000);
    expect(await getUser(user.id)).toBeUndefined();
  });
});

describe('the broadcast profile', () => {
  test('[A-API-7][B-API-94][B-API-95][B-ENT-9][B-LIVE-6][B-CAM-22] has a slug, a key, and an event or a title', async () => {
    const admin = await createPerson('ADMIN', { name: `Rosa ${Math.random()}` });
    const change = (body: object) => call('PATCH /live/users/me', { token: admin.token, body });
    expect((await change({ summary: 'Sin título' })).message).toBe(
      'Debe seleccionar un evento deportivo o indicar un título',
    );
    const slug = `rosa-${Math.random().toString(36).slice(2)}`;
    const changed = await change({ slug, title: 'El directo de Rosa' });
    expect(changed.message).toBe('Usuario actualizado con éxito.');
    const match = await createEvent({ title: 'Con evento' });
    await change({ sportEventId: match.id });
    const { user } = (await call('GET /live/users/me', { token: admin.token })).data;
    expect(user).toMatchObject({ slug, title: 'El directo de Rosa', sportEventId: match.id, isLive: false });
    expect(user.streamAuthKey).toMatch(/^sk_/);
    expect(user.analytics).toEqual({ liveViewers: 0, uniqueLiveViewers: 0 });
    const taken = await call('POST /live/cameras', { token: admin.token, body: { slug } });
    expect(taken.code).toBe('CAM4090');
  });

  test('[B-LIVE-7][B-PROF-2][B-PROF-3] changes an admin’s password too', async () => {
    const admin = await createPerson('ADMIN');
    await setPassword(admin.user.id, 'la-de-antes');
    const change = (body: object) => call('PATCH /live/users/me', { token: admin.token, body });
    expect((await change({ newPassword: 'la-de-ahora' })).message).toBe(
      'La contraseña actual es requerida para cambiar la contraseña',
    );
    expect((await change({ oldPassword: 'la-de-antes', newPassword: 'la-de-ahora' })).message).toBe(
      'Contraseña actualizada correctamente',
    );
  });
});
