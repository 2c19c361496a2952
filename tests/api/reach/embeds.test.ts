/** Embeds in clubs' own sites, as the web host answers them, and their oEmbed. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import {
  addresses,
  call,
  createClub,
  createEvent,
  createPerson,
  createStoredClip,
  createVod,
} from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { describeMismatch } from '../../support/openapi/document.ts';

const admin = await createPerson('ADMIN');

const host = 'www.cdmarco.es';
const home = await createClub('CD Marco', { embedHosts: [host], publicClips: true });
const away = await createClub('UD Ajena', { embedHosts: ['*.ajena.es'] });
const score = { home: 4, away: 3, phase: 'ENDED', period: 2, version: 1 } as const;
const createPlayedMatch = () =>
  createEvent({ title: 'Derbi', clubIds: [home, away], homeClubId: home, awayClubId: away, state: 'FINISHED', score });

async function visit(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(addresses.web + path, { headers });
  const policy = answer.headers.get('content-security-policy') ?? '';
  return {
    status: answer.status,
    headers: answer.headers,
    html: await answer.text(),
    ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1],
    policy,
  };
}

async function oembed(query: Record<string, string>) {
  const answer = await fetch(`${addresses.web}/api/oembed?${new URLSearchParams(query)}`);
  const body = await answer.json();
  if (!answer.ok) expect(describeMismatch('GET /oembed', answer.status, body)).toBeUndefined();
  return { status: answer.status, body };
}

const createPublicClip = async (vodId: string) =>
  (await createStoredClip({ vodId, clubId: home, title: 'Golazo', duration: 14 })).id;

describe('[E-SHARE-5] an embedded match', () => {
  test('is allowed on its clubs’ sites, without a session', async () => {
    const { id } = await createPlayedMatch();
    const page = await visit(`/insertar/partido/${id}?x=1`, { authorization: `Bearer ${admin.token}` });
    expect(page).toMatchObject({ status: 200, ancestors: `https://${host} https://*.ajena.es` });
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(page.policy).toContain("default-src 'none'");
    expect(page.html).toContain('CD Marco');
    expect(page.html).toContain(`href="/evento/${id}" target="_blank"`);
    expect(page.html).toContain('content="noindex"');
    expect(page.html).not.toContain('id="root"');
  });

  test('[H-BUY-1] links viewers without access to the page’s purchase sheet, with the price', async () => {
    const { id } = await createEvent({ title: 'Derbi', clubIds: [home], isPublic: false });
    const vod = await createVod({ title: 'Derbi', sportEventId: id, clubIds: [home] });
    for (const path of [`/insertar/partido/${id}`, `/insertar/grabacion/${vod.id}`]) {
      const { html } = await visit(path);
      expect(html).toContain(`href="/vods/${vod.id}#comprar"`);
      expect(html).toContain('Ver el partido por 1,99\u00a0€');
    }
  });

  test('[H-BUY-2] is sold before it begins, with the refund terms beside the button', async () => {
    const ahead = { scheduledStartDate: '2099-03-05T17:00:00.000Z', scheduledFinishDate: '2099-03-05T19:00:00.000Z' };
    const { id } = await createEvent({ title: 'Vuelta', clubIds: [home], isPublic: false, ...ahead });
    const { html } = await visit(`/insertar/partido/${id}`);
    expect(html).toContain(`href="/evento/${id}#comprar"`);
    expect(html).toContain('Reservar por 1,99\u00a0€');
    expect(html).toMatch(/Si cambia de fecha, .* Si se cancela o no llega a verse, te devolvemos/);
    // A match that is open to everybody is not sold, and a recording is not a reservation.
    const { id: open } = await createEvent({ title: 'Abierto', clubIds: [home], isPublic: true, ...ahead });
    const vod = await createVod({ title: 'Ida', clubIds: [home], sportEventId: id });
    for (const path of [`/insertar/partido/${open}`, `/insertar/grabacion/${vod.id}`])
      expect((await visit(path)).html).not.toMatch(/Reservar|te devolvemos/);
  });

  test('shows its result once the home club allows it', async () => {
    const own = await createClub('CD Callado');
    const { id } = await createEvent({
      clubIds: [own, away],
      homeClubId: own,
      awayClubId: away,
      state: 'FINISHED',
      score,
    });
    const [match, calendar] = [`/insertar/partido/${id}`, `/insertar/calendario/${own}`];
    expect((await visit(match)).html).not.toContain('4 – 3');
    expect((await visit(calendar)).html).not.toContain('<b>4</b>');
    const body = { scoreInPreviews: true };
    await call('PATCH /live/clubs/{id}', { token: admin.token, params: { id: own }, body });
    // Another function answers, and it re-reads clubs once a second.
    const expectText = (path: string, text: string) =>
      eventually(
        () => visit(path),
        ({ html }) => html.includes(text),
      );
    await expectText(match, '4 – 3');
    await expectText(calendar, '<b>4</b>');
  });

  test('links to its recording, and plays a clip inside', async () => {
    const match = await createPlayedMatch();
    const { id } = await createVod({ sportEventId: match.id, clubIds: [home] });
    expect((await visit(`/insertar/partido/${match.id}`)).html).toContain(`href="/vods/${id}#comprar"`);
    const recording = await visit(`/insertar/grabacion/${id}`);
    expect(recording).toMatchObject({ status: 200, ancestors: `https://${host}` });
    expect(recording.html).not.toContain('<video');
    const clip = await createPublicClip(id);
    const playing = await visit(`/insertar/clip/${clip}`);
    expect(playing).toMatchObject({ status: 200, ancestors: `https://${host}` });
    expect(playing.html).toContain(`src="/api/clips/${clip}/video"`);
    await call('PATCH /clips/{id}', { token: admin.token, params: { id: clip }, body: { visible: false } });
    expect((await visit(`/insertar/clip/${clip}`)).status).toBe(404);
  });

  test('[V-GEN-3] shows a plain message on any site if hidden or missing', async () => {
    const hidden = await createEvent({ clubIds: [home], visible: false, title: 'Secreto' });
    const { id: unseen } = await createVod({ visible: false, clubIds: [home] });
    const shut = await createClub('CD Oculto', { visible: false, embedHosts: [host] });
    for (const path of [
      `partido/${hidden.id}`,
      `partido/${ulid()}`,
      `grabacion/${unseen}`,
      `clip/${ulid()}`,
      `calendario/${shut}`,
      '',
      'partido',
      'partido/x',
      `otra/${hidden.id}`,
    ]) {
      const page = await visit(`/insertar/${path}`);
      expect([path, page.status, page.ancestors]).toEqual([path, 404, 'https:']);
      expect(page.html).toContain('Esto ya no está aquí');
      expect(page.html).not.toMatch(/Secreto|CD Oculto|id="root"/);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('may be framed on no site until a club names one; other pages never', async () => {
    const quiet = await createClub('CD Sin Web');
    const { id } = await createEvent({ clubIds: [quiet] });
    expect(await visit(`/insertar/calendario/${quiet}`)).toMatchObject({ status: 200, ancestors: "'none'" });
    expect(await visit(`/insertar/partido/${id}`)).toMatchObject({ status: 200, ancestors: "'none'" });
    for (const path of [`/evento/${id}`, '/home', '/insertar.html', '/mesa/x', '/INSERTAR/partido/x']) {
      const page = await visit(path);
      expect([path, page.ancestors, page.headers.get('x-frame-options')]).toEqual([path, "'none'", 'DENY']);
    }
  });
});

describe('[E-SHARE-5] allowed sites', () => {
  const change = (who: { token: string }, id: string, body: object) =>
    call('PATCH /clubStaff/clubs/{id}', { token: who.token, params: { id }, body });

  test('are set by the club’s own staff as host names', async () => {
    const own = await createClub('CD Propio');
    const staff = await createPerson('CLUB_STAFF', { clubId: own });
    const changed = await change(staff, own, { embedHosts: ['cdpropio.es', 'cdpropio.es', '*.propio.es'] });
    expect(changed.data.club.embedHosts).toEqual(['cdpropio.es', '*.propio.es']);
    expect((await visit(`/insertar/calendario/${own}`)).ancestors).toBe('https://cdpropio.es https://*.propio.es');
    expect(await change(staff, own, { embedHosts: ["x.es; script-src 'unsafe-inline'"] })).toMatchObject({
      status: 400,
      code: 'REQ4000',
    });
    // Visitors do not see the list of sites.
    const seen = await call('GET /clubs/{id}', { params: { id: own } });
    expect(seen.data.club).not.toHaveProperty('embedHosts');
    await change(staff, own, { embedHosts: [] });
    expect((await visit(`/insertar/calendario/${own}`)).ancestors).toBe("'none'");
  });
});

describe('[E-SHARE-5] oEmbed', () => {
  test('describes the embed of each kind of page, which links back to it', async () => {
    const match = await createPlayedMatch();
    const { id: vodId } = await createVod({ clubIds: [home], sportEventId: match.id });
    const clip = await createPublicClip(vodId);
    for (const [path, inside] of [
      [`/evento/${match.id}`, `/insertar/partido/${match.id}`],
      [`/vods/${vodId}`, `/insertar/grabacion/${vodId}`],
      [`/clip/${clip}`, `/insertar/clip/${clip}`],
      [`/club/${home}`, `/insertar/calendario/${home}`],
    ] as const) {
      const { html } = await visit(path);
      const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html)?.[1];
      const answer = await fetch((link ?? '').replaceAll('&amp;', '&'));
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'application/json; charset=utf-8',
      ]);
      expect(await answer.json()).toMatchObject({
        version: '1.0',
        html: expect.stringContaining(addresses.web + inside),
      });
    }
    const xml = await fetch(
      `${addresses.web}/api/oembed?${new URLSearchParams({ url: `${addresses.web}/evento/${match.id}`, format: 'xml' })}`,
    );
    expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await xml.text()).toMatch(/^<\?xml .*\n<oembed><version>1\.0<\/version>.*<html>&lt;iframe src=/);
    expect((await visit('/home')).html).not.toContain('json+oembed');
    const small = await oembed({ url: `${addresses.web}/evento/${match.id}`, maxwidth: '320', maxheight: '200' });
    expect(small.body).toMatchObject({ width: 320, height: 200 });
    expect(small.body).not.toHaveProperty('thumbnail_url');
  });

  test('rejects unknown addresses', async () => {
    const { id } = await createPlayedMatch();
    const hidden = await createEvent({ visible: false });
    const url = `${addresses.web}/evento/${id}`;
    expect((await oembed({ url: `${addresses.web}/profile` })).status).toBe(401);
    for (const other of [
      `${addresses.web}/evento/${hidden.id}`,
      `${addresses.web}/evento/${ulid()}`,
      `${addresses.web}/home`,
      'https://evil.test/evento/x',
      `https://evil.test/evento/${id}`,
      `//evil.test/evento/${id}`,
      `/evento/${id}`,
      `javascript:alert("${id}")`,
      `${addresses.web}@evil.test/evento/${id}`,
      'http://[',
      '',
      'x'.repeat(2_000),
    ])
      expect([other, (await oembed({ url: other })).status]).toEqual([other, 404]);
    for (const wrong of [
      {},
      { url, format: 'yaml' },
      { url, maxwidth: '0' },
      { url, maxheight: 'x' },
      { url: 'x'.repeat(2_001) },
    ])
      expect((await oembed(wrong as Record<string, string>)).status).toBe(400);
  });
});
