/** Publication of videos that club staff upload, and the notice to admins. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson, createVod } from '../../support/api.ts';
import { eventually, isFilled } from '../../support/eventually.ts';
import { listMails } from '../../support/people.ts';

const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { announceAwaiting } = await import('../../../functions/recordings/vods/publication.ts');

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Espera');
const staff = await createPerson('CLUB_STAFF', { clubId });
const sendNotices = () => announceAwaiting(Date.now());
const listMailsAbout = async (title: string) =>
  (await listMails(process.env.CONTACT_ADDRESSES ?? '')).filter(({ text }) => text.includes(title));
const countWaiting = async () => (await call('GET /live/publications', { token: admin.token })).data.awaiting;
const listIds = async (title: string) => {
  const query = { awaitsPublication: 'true' as const, search: title };
  return (await call('GET /live/vods', { token: admin.token, query })).data.vods.map(({ id }) => id);
};
const createAwaiting = (title: string, more = {}) =>
  createVod({ title, clubIds: [clubId], visible: false, awaiting: 'new', ...more });

describe('videos that await publication', () => {
  test('[B-VOD-18] are playable uploads of club staff, not videos hidden by an admin', async () => {
    const body = { title: 'Del club', file: { name: 'a.mp4', size: 1000, type: 'video/mp4' } };
    const made = await call('POST /clubStaff/vods', { token: staff.token, body });
    expect((await vods.get(made.data))?.awaiting).toBe('new');
    const byAdmin = await call('POST /live/vods', { token: admin.token, body: { ...body, clubIds: [clubId] } });
    expect((await vods.get(byAdmin.data))?.awaiting ?? null).toBeNull();
    expect(await listIds('Del club')).toEqual([]);
    await vods.change(made.data, (item) => ({ ...item, status: 'FINISHED' }));
    await vods.change(byAdmin.data, (item) => ({ ...item, status: 'FINISHED' }));
    expect(await listIds('Del club')).toEqual([made.data]);
    const countNext = async () => {
      const before = await countWaiting();
      await createAwaiting('Uno más');
      return (await countWaiting()) - before;
    };
    // Other tests upload and publish videos meanwhile.
    await expect.poll(countNext).toBe(1);
    const own = await call('GET /clubStaff/vods/{id}', { token: staff.token, params: { id: made.data } });
    expect(own.data.vod.awaitsPublication).toBe(true);
  });

  test.each([true, false])('[B-STATE-3] no longer await it once an admin sets visible to %s', async (visible) => {
    const { id, title } = await createAwaiting(`Decidido ${visible}`);
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { title: `${title} hoy` } });
    expect(await listIds(title)).toEqual([id]);
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible } });
    expect(await listIds(title)).toEqual([]);
    // A video that is hidden again later awaits no decision.
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: false } });
    expect(await listIds(title)).toEqual([]);
  });

  test('[B-API-79] still await it after changes by club staff', async () => {
    const { id, title } = await createAwaiting('Otra vez igual');
    const body = { summary: 'Final', visible: false };
    expect((await call('PATCH /clubStaff/vods/{id}', { token: staff.token, params: { id }, body })).status).toBe(200);
    expect(await listIds(title)).toEqual([id]);
  });
});

describe('the mail to admins', () => {
  test('lists each new video once', async () => {
    const titles = ['Ráfaga uno', 'Ráfaga dos', 'Ráfaga tres'];
    for (const title of titles) await createAwaiting(title);
    await Promise.all([sendNotices(), sendNotices()]);
    await sendNotices();
    const [mail, ...more] = await eventually(() => listMailsAbout('Ráfaga uno'), isFilled);
    expect(more).toEqual([]);
    for (const title of titles) expect(mail?.text).toContain(`${title} – CD Espera`);
    expect(mail?.subject).toMatch(/^\d+ videos esperan a que los publiques$/);
    expect(mail?.text).toContain('/vods/manage?por-publicar=si');
    await createAwaiting('Ráfaga cuatro');
    await sendNotices();
    expect(await listMailsAbout('Ráfaga uno')).toHaveLength(1);
    // The platform's own schedule may be sending it at this moment.
    const [next] = await eventually(() => listMailsAbout('Ráfaga cuatro'), isFilled);
    expect(next?.subject).toBe('Un video espera a que lo publiques');
  });

  test('names no video again if a run was interrupted between the email and the marks', async () => {
    const { id } = await createAwaiting('Marcado a medias');
    await sendNotices();
    await vods.change(id, (vod) => ({ ...vod, awaiting: 'new' }));
    await createAwaiting('Llegado después');
    await sendNotices();
    expect(await listMailsAbout('Marcado a medias')).toHaveLength(1);
    expect(await listMailsAbout('Llegado después')).toHaveLength(1);
    expect((await vods.get(id))?.awaiting).toBe('told');
  });

  test('omits unplayable and published videos', async () => {
    await createAwaiting('Aún en cola', { status: 'SENT' });
    const { id } = await createAwaiting('Ya publicado');
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: true } });
    await sendNotices();
    expect(await listMailsAbout('Aún en cola')).toEqual([]);
    expect(await listMailsAbout('Ya publicado')).toEqual([]);
  });

  test('waits for a configured recipient', async () => {
    const addresses = process.env.CONTACT_ADDRESSES;
    await createAwaiting('Sin destinatario');
    delete process.env.CONTACT_ADDRESSES;
    await sendNotices();
    process.env.CONTACT_ADDRESSES = addresses;
    expect(await listMailsAbout('Sin destinatario')).toEqual([]);
    await sendNotices();
    expect(await listMailsAbout('Sin destinatario')).toHaveLength(1);
  });

  test('lists twelve of many and counts the rest', async () => {
    for (let n = 0; n < 15; n += 1) await createAwaiting(`Torneo ${n}`);
    await sendNotices();
    const [mail] = (await listMails(process.env.CONTACT_ADDRESSES ?? '')).filter(({ text }) =>
      /… y \d+ más\./.test(text),
    );
    expect(mail?.text.match(/Torneo \d+/g)).toHaveLength(12);
  });
});
