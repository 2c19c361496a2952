/** 'Avísame': followers of a match or its clubs get the alerts that they chose, once each, by email. */
import { describe, expect, test } from 'vitest';
import { call, createPerson, createVod, inHours, playedBetween } from '../../support/api.ts';
import { eventually, isFilled } from '../../support/eventually.ts';
import { listMails } from '../../support/people.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';
import {
  admin,
  change,
  choose,
  expectMails,
  followClub,
  follower,
  hour,
  match,
  redeliver,
  subjects,
} from './alert-calls.ts';

const { sendAlerts } = await import('../../../functions/jobs/alerts.ts');
const { events } = await import('../../../functions/league/events/store.ts');

describe('a match', () => {
  test('[D-ALERT-1] sends its followers and those of its clubs one mail each for start, end and recording', async () => {
    const { id, clubIds, title } = await match(playedBetween(-1, 1));
    const both = await follower(id);
    await followClub(both, clubIds[0] ?? '');
    const ofClub = await createPerson('REGULAR_BASIC');
    await followClub(ofClub, clubIds[1] ?? '');
    const elsewhere = await follower((await match()).id);

    await change(id, { state: 'LIVE' });
    await expectMails(both, 1);
    await change(id, { state: 'SCHEDULED' });
    await change(id, { state: 'LIVE' });
    await change(id, { state: 'FINISHED' });
    for (const who of [both, ofClub]) await expectMails(who, 2);
    const recording = await createVod({ sportEventId: id, visible: false });
    for (const visible of [true, false, true])
      await call('PATCH /live/vods/{id}', { token: admin.token, params: { id: recording.id }, body: { visible } });
    const wanted = [`Ya se puede ver ${title}`, `Ha terminado ${title}`, `Empieza ${title}`];
    for (const who of [both, ofClub]) {
      await expectMails(who, 3);
      expect(await subjects(who)).toEqual(wanted);
    }
    await redeliver('VideoPublished', { vodId: recording.id });
    expect(await subjects(both)).toEqual(wanted);
    expect(await subjects(elsewhere)).toEqual([]);
  });

  test('[H-STATE-4] causes one mail when it is deleted or hidden before its day, and another when it returns', async () => {
    const [deleted, hidden] = [await match(), await match()];
    const [waits, watches] = [await follower(deleted.id), await follower(hidden.id)];
    const ofClub = await createPerson('REGULAR_BASIC');
    await followClub(ofClub, deleted.clubIds[0] ?? '');
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: deleted.id } });
    await change(hidden.id, { visible: false });
    for (const who of [waits, ofClub]) expect(await expectMails(who, 1)).toEqual([`Retirado: ${deleted.title}`]);
    expect(await expectMails(watches, 1)).toEqual([`Retirado: ${hidden.title}`]);
    const [mail] = await listMails(waits.user.email);
    expect(mail?.text).toContain('El partido ya no está en el calendario. Estaba previsto para el ');
    expect(mail?.text).toMatch(/\/calendario/);
    await call('POST /live/sportevents/{id}/recover', { token: admin.token, params: { id: deleted.id } });
    await change(deleted.id, { visible: true });
    expect(await expectMails(waits, 2)).toEqual([`Se juega: ${deleted.title}`, `Retirado: ${deleted.title}`]);
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: deleted.id } });
    expect((await expectMails(waits, 3))[0]).toBe(`Retirado: ${deleted.title}`);
    await change(hidden.id, { visible: true });
    expect(await expectMails(watches, 2)).toEqual([`Se juega: ${hidden.title}`, `Retirado: ${hidden.title}`]);

    // A newly published match causes no alert, because it had no followers.
    const fresh = await match({ visible: false });
    const fan = await createPerson('REGULAR_BASIC');
    await followClub(fan, fresh.clubIds[0] ?? '');
    await change(fresh.id, { visible: true });
    await change(fresh.id, { state: 'CANCELLED' });
    expect(await expectMails(fan, 1)).toEqual([`Cancelado: ${fresh.title}`]);
  });

  test('[H-STATE-3] announces the return of the picture to followers, once per return', async () => {
    const { id, title } = await match(playedBetween(-1, 1));
    const who = await follower(id);
    const show = (signal: object) =>
      events.change(id, (event) => ({ ...event, state: 'LIVE', signal }) as typeof event);
    const [lostAt, since] = [inHours(-0.2), inHours(-0.01)];
    await show({ since: inHours(-1.1), stoppedAt: null });
    await redeliver('MatchOnAir', { eventId: id, since: inHours(-1.1) });
    await show({ since, stoppedAt: null, lostAt });
    for (const _ of [1, 2]) await redeliver('MatchOnAir', { eventId: id, since });
    expect(await expectMails(who, 1)).toEqual([`Vuelve a verse ${title}`]);
  });

  test('[D-ALERT-1] announces the start when a camera shows it, in one mail however many events report it', async () => {
    const dates = playedBetween(-0.01, 2);
    const { id, title } = await match(dates);
    const other = await match(dates);
    const [first, second] = [await follower(id), await follower(other.id)];
    const startBroadcast = (eventId: string, since = inHours(-0.2)) => redeliver('MatchOnAir', { eventId, since });

    // The camera reports the start first, then the scorer.
    for (const _ of [1, 2]) await startBroadcast(id);
    await expectMails(first, 1);
    await change(id, { state: 'LIVE' });
    await startBroadcast(id);
    // The scorer reports the start first, and the camera long afterwards.
    await change(other.id, { state: 'LIVE' });
    await expectMails(second, 1);
    await change(other.id, { state: 'SCHEDULED' });
    await startBroadcast(other.id, inHours(0));
    for (const one of [id, other.id]) await change(one, { state: 'FINISHED' });
    await expectMails(first, 2);
    await expectMails(second, 2);
    expect(await subjects(first)).toEqual([`Ha terminado ${title}`, `Empieza ${title}`]);
    expect(await subjects(second)).toEqual([`Ha terminado ${other.title}`, `Empieza ${other.title}`]);
  });

  test('[D-MATCH-5] [D-ALERT-1] sends followers one mail for each change of date, postponement or cancellation', async () => {
    const { id, title, scheduledStartDate } = await match(playedBetween(48, 50));
    const who = await follower(id);
    const steps: [object, string][] = [
      [playedBetween(72, 74), `Cambia de hora: ${title}`],
      [{ state: 'POSTPONED' }, `Aplazado: ${title}`],
      [{ state: 'CANCELLED' }, `Cancelado: ${title}`],
      [{ state: 'SCHEDULED' }, `Se juega: ${title}`],
      [{ scheduledStartDate, scheduledFinishDate: inHours(50) }, `Cambia de hora: ${title}`],
    ];
    for (const [index, [body, subject]] of steps.entries()) {
      expect((await change(id, body)).status).toBe(200);
      await expectMails(who, index + 1);
      expect((await subjects(who))[0]).toBe(subject);
      // Changes to other fields cause no alert.
      await change(id, { summary: `Vuelta ${index}` });
    }
    const { version } = (await events.get(id))!;
    const before = { scheduledStartDate: inHours(72), state: 'SCHEDULED' };
    await redeliver('EventChanged', { eventId: id, moved: { at: Date.now(), version, before } });
    expect(await subjects(who)).toHaveLength(steps.length);
    const [newest] = await listMails(who.user.email);
    expect(newest?.text).toMatch(/Ahora es el \S+, \d+ de \S+, a las \d\d:\d\d, hora peninsular\./);
  });

  test('[D-ALERT-1] sends no alerts that were turned off, and none to disabled users', async () => {
    const { id } = await match(playedBetween(-1, 1));
    const [all, noStart, noMail, disabled] = [
      await follower(id),
      await follower(id),
      await follower(id),
      await follower(id),
    ];
    const settings = (await choose(noStart, { kinds: ['ENDS', 'ENDS'] })).data.settings;
    expect(settings).toEqual({ kinds: ['ENDS'], mail: true });
    await choose(noMail, { mail: false });
    const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
    const { updateUserWrite } = await import('../../../functions/people/accounts/store.ts');
    await transact([updateUserWrite(disabled.user.id, { disabled: true })]);
    await change(id, { state: 'LIVE' });
    await expectMails(all, 1);
    await change(id, { state: 'FINISHED' });
    await expectMails(all, 2);
    await expectMails(noStart, 1);
    expect(await subjects(noStart)).toEqual([expect.stringMatching(/^Ha terminado/)]);
    expect([await subjects(noMail), await subjects(disabled)]).toEqual([[], []]);
  });

  test('[D-ALERT-1] sends nothing if it is hidden meanwhile or the alert has expired', async () => {
    const { id, title } = await match();
    const who = await follower(id);
    const message = { eventId: id, kind: 'STARTS', what: 'STARTS', title: `Empieza ${title}`, body: '' };
    const send = (until: number) =>
      sendAlerts({
        Records: [{ messageId: '1', body: JSON.stringify({ message: { ...message, until }, userIds: [who.user.id] }) }],
      });
    // The domain event of the change does not arrive.
    const show = (visible: boolean) => events.change(id, (event) => ({ ...event, visible }));
    await show(false);
    await send(Date.now() + hour);
    await show(true);
    await send(Date.now() - 1);
    expect(await subjects(who)).toEqual([]);
    await Promise.all([send(Date.now() + hour), send(Date.now() + hour)]);
    await send(Date.now() + hour);
    expect(await expectMails(who, 1)).toEqual([`Empieza ${title}`]);
  });

  test('[D-MATCH-3] hides its result from viewers who hide results, also in emails', async () => {
    const { id } = await match(playedBetween(-1, 1));
    const [sees, hides] = [await follower(id), await follower(id, { hidesResults: true })];
    const goal = createAction('GOAL', { side: 'HOME' });
    await sendActions(admin.token, id, createAction('PERIOD_START'), goal, createAction('MATCH_END'));
    await eventually(
      () => subjects(sees),
      (all) => all.some((subject) => subject.startsWith('Final')),
    );
    expect(await subjects(sees)).toContain('Final: CD Sauce 1 – 0 Atlético Norte');
    const [mail] = await eventually(() => listMails(hides.user.email), isFilled);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/1 – 0|gol/i);
  });
});
