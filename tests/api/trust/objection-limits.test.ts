/** Objections that abuse: emails to strangers, repeated hides after a decision, and many hides of one origin. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { findMatter, sendObjection } from '../../support/objections.ts';
import { listMails, randomIp, waitForMail } from '../../support/people.ts';
import { enterTimeWindow } from '../../support/time-window.ts';

const { advance } = await import('../../../functions/trust/matters/advance.ts');
const { matters } = await import('../../../functions/trust/matters/store.ts');
const { sendDigests } = await import('../../../functions/trust/matters/tell.ts');
const { forgetOrigins } = await import('../../../functions/trust/matters/store.ts');
const { staff } = await import('../../../functions/people/staff/store.ts');
const { undoMs } = await import('../../../functions/trust/matters/rules.ts');

const clubId = await createClub('CD Abusos');
const admin = await createPerson('ADMIN');
const mailbox = () => `madre@${ulid().toLowerCase()}.test`;
const createMatch = async (title = 'Derbi') => {
  const event = await createEvent({ clubIds: [clubId], title });
  await createVod({ clubIds: [clubId], sportEventId: event.id });
  return { id: event.id, page: `/evento/${event.id}` };
};
const status = async (id: string) => (await call('GET /sportevents/{id}', { params: { id } })).status;
const keep = async (number: string) => {
  const { id, version } = await findMatter(number);
  const body = { answer: 'KEEP' as const, reasons: 'No se reconoce a nadie.', version };
  await call('POST /matters/{id}/decision', { token: admin.token, params: { id }, body });
  await advance(id, Date.now() + undoMs);
};
const readToken = async (email: string) => {
  const [, token = ''] = /\/aviso#([\w.-]+)/.exec((await waitForMail(email)).html) ?? [];
  return token;
};

describe('two doors', () => {
  test('[F-RIGHTS-3] a report of a minor is an objection, which hides first and has no limit', async () => {
    const { id, page } = await createMatch();
    const { data } = await sendObjection({ page, kind: 'REPORT', reason: 'MINOR' });
    expect([data.isHidden, data.canHide, await status(id)]).toEqual([true, false, 404]);
    expect((await findMatter(data.number)).kind).toBe('OBJECTION');
    const place = randomIp();
    const answers: number[] = [];
    for (let sent = 0; sent < 21; sent += 1)
      answers.push((await sendObjection({ page, kind: 'REPORT' }, undefined, place)).status);
    expect(new Set(answers)).toEqual(new Set([201]));
  });

  test('[F-RIGHTS-3] the question about a minor must be answered; ‘no’ leaves it in view, until its writer hides it', async () => {
    const { id, page } = await createMatch();
    const refused = await sendObjection({ page, minor: undefined });
    expect([refused.status, refused.message]).toEqual([400, 'Dinos si se reconoce a un menor']);
    const email = mailbox();
    const { data } = await sendObjection({ page, minor: false, email });
    expect(data).toMatchObject({ isFound: true, isHidden: false, canHide: true });
    expect((await waitForMail(email)).text).toContain('Sigue a la vista');
    const hidden = await call('POST /public/matters/hide', { body: { token: data.token } });
    expect(hidden.data.matter).toMatchObject({ isHidden: true, canHide: false });
    expect(await status(id)).toBe(404);
    expect((await call('POST /public/matters/hide', { body: { token: data.token } })).code).toBe('MTT4094');
  });
});

describe('emails', () => {
  test('[F-RIGHTS-3] repeat nothing that was typed, neither to strangers nor to staff', async () => {
    const [to, member] = [mailbox(), mailbox()];
    const other = await createClub('CD Correo', { protection: { name: 'Lola', email: mailbox(), phone: '' } });
    await invite(other, member);
    const { id } = await createEvent({ clubIds: [other], title: 'Final de copa' });
    const spam = 'Compra en timo.test';
    await sendObjection({ email: to, page: `/evento/${id}`, about: spam, name: spam, message: spam });
    const [receipt, notice] = [await waitForMail(to), await waitForMail(member)];
    for (const { subject, text, html } of [receipt, notice])
      expect(`${subject} ${text} ${html}`).not.toContain('timo.test');
    expect([receipt.text, notice.subject]).toEqual([
      expect.stringContaining('«Final de copa»'),
      expect.stringContaining('Final de copa'),
    ]);
    // A match hidden by another objection is named only to callers who may see it.
    const again = mailbox();
    await sendObjection({ email: again, page: `/evento/${id}`, about: spam });
    expect((await waitForMail(again)).text).not.toContain('Final de copa');
  });

  test('[F-RIGHTS-3] are limited by network and mailbox, while every objection is taken', async () => {
    await enterTimeWindow(60);
    const [place, { page }] = [randomIp(), await createMatch()];
    const sendTo = async (email: string, network: string) => {
      expect((await sendObjection({ page, email }, undefined, network)).status).toBe(201);
      return email;
    };
    const strangers: string[] = [];
    for (let sent = 0; sent < 14; sent += 1) strangers.push(await sendTo(mailbox(), place));
    const written = await Promise.all(strangers.map(async (email) => (await listMails(email)).length));
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(12);
    const [name, domain] = mailbox().split('@');
    for (let sent = 0; sent < 7; sent += 1) await sendTo(`${name}+${sent}@${domain}`, randomIp());
    expect((await listMails(`${name}+4@${domain}`)).length + (await listMails(`${name}+5@${domain}`)).length).toBe(1);
  });

  test('[F-RIGHTS-3] tell the contact for minors and every invited member of staff, then one digest', async () => {
    await enterTimeWindow(15);
    const [contact, invited, active, former] = [mailbox(), mailbox(), mailbox(), mailbox()];
    const protection = { name: 'Lola', email: contact, phone: '' };
    const club = await createClub('CD Contacto', { protection });
    await invite(club, invited);
    await invite(club, active, 'active');
    await invite(club, former, 'disabled');
    const { id } = await createEvent({ clubIds: [club], title: 'Partido del contacto' });
    for (let sent = 0; sent < 8; sent += 1) await sendObjection({ page: `/evento/${id}` });
    const count = (email: string) => listMails(email).then((mails) => mails.length);
    expect(await Promise.all([contact, invited, active, former].map(count))).toEqual([5, 5, 5, 0]);
    await sendDigests(Date.now());
    await sendDigests(Date.now());
    const [digest] = await listMails(contact);
    expect([await count(contact), digest?.subject]).toEqual([6, '3 avisos nuevos, 3 con menores']);
  });
});

describe('after an admin has decided that the item stays', () => {
  test('[F-RIGHTS-3] the same is queued, something new hides it again', async () => {
    const { id, page } = await createMatch();
    const email = mailbox();
    const first = await sendObjection({ page, email, second: 40 });
    await keep(first.data.number);
    const again = await sendObjection({ page, email, second: 41 });
    expect([again.status, again.data.isHidden, again.data.canHide, await status(id)]).toEqual([201, false, false, 200]);
    expect((await call('POST /public/matters/hide', { body: { token: again.data.token } })).code).toBe('MTT4094');
    // Another guardian hides it with the link of the email, which proves the mailbox.
    const other = mailbox();
    const unproved = await sendObjection({ page, email: other, second: 41 });
    expect([unproved.data.isHidden, unproved.data.canHide]).toEqual([false, false]);
    const token = await readToken(other);
    expect((await call('POST /public/matters/follow', { body: { token } })).data.matter.canHide).toBe(true);
    await call('POST /public/matters/hide', { body: { token } });
    expect(await status(id)).toBe(404);
  });

  test('[F-RIGHTS-3] an unreviewed second hides it again', async () => {
    const { id, page } = await createMatch();
    const email = mailbox();
    await keep((await sendObjection({ page, email, second: 40 })).data.number);
    expect((await sendObjection({ page, email, second: 400 })).data.isHidden).toBe(true);
    expect(await status(id)).toBe(404);
  });
});

test('[F-RIGHTS-3] an admin shows together what one network has hidden, and nothing else', async () => {
  await enterTimeWindow(60);
  const place = randomIp();
  const [theirs, others] = [await Promise.all([1, 2, 3, 4, 5, 6].map(() => createMatch())), await createMatch()];
  const sent: string[] = [];
  for (const { page } of theirs) sent.push((await sendObjection({ page }, undefined, place)).data.number);
  await sendObjection({ page: others.page });
  // The first match is hidden by a family elsewhere as well.
  await sendObjection({ page: theirs[0]?.page });
  const { id } = await findMatter(sent[0] ?? '');
  const read = async () => (await call('GET /matters/{id}', { token: admin.token, params: { id } })).data.matter;
  const { sameOrigin } = await read();
  expect(sameOrigin.map(({ number }) => number).toSorted()).toEqual(sent.toSorted());
  const foreign = (await findMatter((await sendObjection({ page: others.page })).data.number)).id;
  const released = await call('POST /matters/{id}/release', {
    token: admin.token,
    params: { id },
    body: { matters: [...sameOrigin.map((one) => one.id), foreign] },
  });
  expect(released.data.matter).toMatchObject({ state: 'OPEN', isHidden: false, sameOrigin: [] });
  const seen = await Promise.all([...theirs, others].map((match) => status(match.id)));
  expect(seen).toEqual([404, 200, 200, 200, 200, 200, 404]);
  // The network hides nothing more by itself; its objections are taken.
  const next = await createMatch();
  const late = await sendObjection({ page: next.page }, undefined, place);
  expect([late.status, late.data.isHidden, await status(next.id)]).toEqual([201, false, 200]);
});

test('[F-RIGHTS-3] the hashes of a sender are forgotten after a week', async () => {
  const { data } = await sendObjection({ page: (await createMatch()).page });
  await forgetOrigins(Date.now() + 6 * 86_400_000);
  expect((await findMatter(data.number)).origins).toHaveLength(3);
  await forgetOrigins(Date.now() + 8 * 86_400_000);
  expect((await matters.get((await findMatter(data.number)).id))?.origins).toBeUndefined();
});

function invite(club: string, email: string, status: 'invited' | 'active' | 'disabled' = 'invited') {
  return staff.create({
    id: ulid(),
    email,
    personalName: 'Toni',
    status,
    clubId: club,
    dateCreated: new Date().toISOString(),
    dateActivated: null,
    invitationHash: null,
    invitedUntil: null,
  });
}
