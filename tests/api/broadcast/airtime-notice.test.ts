/** The notice ten minutes before a camera's end, on a stage that enforces airtimes. */
import { ulid } from 'ulid';
import { expect, test, vi } from 'vitest';
import { call, createClub, createEvent, createPerson } from '../../support/api.ts';

const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { followAirtime } = await import('../../../functions/broadcast/live/follow-airtime.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { staff } = await import('../../../functions/people/staff/store.ts');

const minute = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

test('[F-CAM-2] goes to the operator and to all active staff of the match’s clubs, once', async () => {
  vi.stubEnv('CAMERA_TIME', 'exigir');
  vi.stubEnv('CONTACT_ADDRESSES', 'guardia@cantera.test');
  vi.stubEnv('EMAIL_FROM', 'Cantera TV <hola@cantera.test>');
  try {
    const clubId = await createClub();
    const addStaff = async (status: 'active' | 'disabled', ofClub: string) => {
      const id = ulid();
      const about = { email: `${id.toLowerCase()}@cantera.test`, personalName: 'Ana', status, clubId: ofClub };
      const dates = { dateCreated: at(0), dateActivated: at(0), invitationHash: null, invitedUntil: null };
      await staff.create({ id, ...about, ...dates });
      return id;
    };
    const active = await addStaff('active', clubId);
    await addStaff('disabled', clubId);
    await addStaff('active', await createClub());
    // Its airtime, which ends an hour after its planned end, ends in five minutes.
    const times = { scheduledStartDate: at(-120), scheduledFinishDate: at(-55) };
    const match = await createEvent({ clubIds: [clubId], ...times });
    const admin = await createPerson('ADMIN');
    const slug = `aviso-${ulid().toLowerCase()}`;
    const { id } = (await call('POST /live/cameras', { token: admin.token, body: { slug } })).data;
    const assignment = { token: admin.token, params: { id }, body: { sportEventId: match.id } };
    await call('PATCH /live/cameras/{id}', assignment);
    const broadcast = { id: ulid(), streamId: `st-${ulid()}`, startedAt: at(-100), stoppedAt: null, event: null };
    const source = await sources.change(id, (current) => ({ ...current, broadcast }));
    if (!source) throw new Error('The camera is gone');
    for (let run = 0; run < 2; run += 1) await followAirtime(source, Date.now());
    const told = await queryAll<{ sk: string }>('broadcasts', `TOLD#${id}`);
    expect(told.map(({ sk }) => sk.split('#')[1] ?? '').toSorted()).toEqual([active, 'operator'].toSorted());
  } finally {
    vi.unstubAllEnvs();
  }
});
