/** Following matches and clubs, and the unsubscribe link of an email. */
import { describe, expect, test } from 'vitest';
import { addresses, call, createPerson, inHours, playedBetween } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import {
  admin,
  change,
  expectMails,
  followClub,
  follower,
  followMatch,
  match,
  redeliver,
  subjects,
} from './alert-calls.ts';

const { findFollowers } = await import('../../../functions/reach/alerts/follows.ts');

describe('following', () => {
  test('[D-ALERT-1] adds a match or club to the account and removes it', async () => {
    const { id, clubIds } = await match();
    const who = await createPerson('REGULAR_BASIC');
    const read = async () => (await call('GET /users/me/alerts', { token: who.token })).data;
    expect(await read()).toMatchObject({
      settings: { kinds: ['STARTS', 'SIGNAL', 'GOALS', 'ENDS', 'VIDEO', 'CHANGES'], mail: true },
      events: [],
      clubs: [],
    });
    const [clubId = ''] = clubIds;
    for (const round of [1, 2]) expect([(await followMatch(who, id)).status, round]).toEqual([200, round]);
    await followClub(who, clubId);
    expect(await read()).toMatchObject({ events: [id], clubs: [clubId] });
    expect(await findFollowers([`events#${id}`, `clubs#${clubId}`])).toEqual([who.user.id]);
    await call('DELETE /users/me/alerts/sportevents/{id}', { token: who.token, params: { id } });
    await call('DELETE /users/me/alerts/clubs/{clubId}', { token: who.token, params: { clubId } });
    expect(await read()).toMatchObject({ events: [], clubs: [] });
    expect(await findFollowers([`events#${id}`, `clubs#${clubId}`])).toEqual([]);
  });

  test('[D-ALERT-1] ends when the account, match or club is deleted, and is part of the data export', async () => {
    const { id, clubIds } = await match();
    const [clubId = ''] = clubIds;
    const stays = await follower(id);
    await followClub(stays, clubId);
    const taken = (await call('GET /users/me/data', { token: stays.token })).data;
    expect(taken.alerts).toMatchObject({ events: [{ id }], clubs: [{ id: clubId }], mail: true, calendarSince: null });
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id } });
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: clubId } });
    const { forgetAlerts } = await import('../../../functions/jobs/alerts.ts');
    const handle = (name: string, detail: object) =>
      forgetAlerts({ 'detail-type': name, detail } as Parameters<typeof forgetAlerts>[0]);
    // A match that can be recovered keeps its followers.
    expect(await findFollowers([`events#${id}`])).toHaveLength(1);
    await handle('EventErased', { eventId: id });
    const read = async () => (await call('GET /users/me/alerts', { token: stays.token })).data;
    await eventually(read, ({ events: followed, clubs }) => followed.length + clubs.length === 0);
    expect(await findFollowers([`events#${id}`, `clubs#${clubId}`])).toEqual([]);

    const other = await match();
    const goes = await follower(other.id);
    await handle('EventErased', { eventId: other.id });
    expect(await findFollowers([`events#${other.id}`]), 'the match exists').toHaveLength(1);
    await handle('AccountDeleted', { userId: goes.user.id });
    expect(await findFollowers([`events#${other.id}`])).toEqual([]);
  });
});

describe('the link of an alert email', () => {
  test('[D-ALERT-1] unsubscribes from all alerts, and nothing else, with one click', async () => {
    const { id } = await match(playedBetween(-1, 1));
    const who = await follower(id);
    await change(id, { state: 'LIVE' });
    await expectMails(who, 1);
    const found = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(who.user.email)}`);
    const [{ headers, text }] = (await found.json()) as [{ headers: Record<string, string>; text: string }];
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const address = /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const token = address.split('/').at(-1) ?? '';
    expect(text).toContain(`/avisos/baja?token=${token}`);
    const wrong = await call('POST /public/alerts/unsubscribe/{token}', {
      params: { token: `${who.user.id}.x` },
      body: {},
    });
    expect([wrong.status, wrong.code]).toEqual([400, 'NWS4000']);
    for (const _ of [1, 2])
      expect((await call('POST /public/alerts/unsubscribe/{token}', { params: { token }, body: {} })).status).toBe(200);
    const after = (await call('GET /users/me/alerts', { token: who.token })).data;
    expect([after.settings.mail, after.events]).toEqual([false, [id]]);
    await change(id, { state: 'FINISHED' });
    await redeliver('EventChanged', {
      eventId: id,
      moved: { at: Date.now(), version: 9, before: { scheduledStartDate: inHours(-1), state: 'LIVE' } },
    });
    expect(await subjects(who)).toHaveLength(1);
  });
});
