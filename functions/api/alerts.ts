import { alertEndpoints } from '../../shared/contract/alerts.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { clubs } from '../league/clubs/store.ts';
import { events } from '../league/events/store.ts';
import { serve } from '../platform/http/serve.ts';
import { isShownTo } from '../platform/shown/families.ts';
import { follow, readFollows, type Topic, unfollow } from '../reach/alerts/follows.ts';
import { areValidKeys, isPushService, readPushKey } from '../reach/alerts/push.ts';
import { addDevice, changeSettings, findMailTokenUser, readSettings, removeDevice } from '../reach/alerts/store.ts';

/** Limit of follows per user: more than all clubs and a season's matches. */
const maxFollowed = 500;

export const handler = serve(alertEndpoints, {
  'GET /users/me/alerts': async ({ caller }) => {
    const { id } = caller.user;
    const [settings, follows, key] = await Promise.all([readSettings(id), readFollows(id), readPushKey()]);
    const devices = settings.devices.map((one) => one.id);
    return { data: { settings, ...follows, devices, pushKey: key } };
  },
  'PATCH /users/me/alerts': async ({ caller, body }) => {
    const settings = await changeSettings(caller.user.id, body);
    return { data: { settings }, message: 'Avisos guardados' };
  },
  'PUT /users/me/alerts/sportevents/{id}': async ({ params, caller, now }) => {
    const event = await events.get(params.id);
    // Excludes hidden matches even for their staff, who could read them.
    if (!event || !isShownTo(caller, event)) throw new ApiError('EVT4040');
    await followOneMore(caller.user.id, `events#${event.id}`, now);
    return { message: 'Te avisaremos de este partido' };
  },
  'DELETE /users/me/alerts/sportevents/{id}': async ({ params, caller }) => {
    await unfollow(caller.user.id, `events#${params.id}`);
    return { message: 'Ya no te avisaremos de este partido' };
  },
  'PUT /users/me/alerts/clubs/{clubId}': async ({ params, caller, now }) => {
    const club = await clubs.get(params.clubId);
    if (!club?.visible) throw new ApiError('CLB4040');
    await followOneMore(caller.user.id, `clubs#${club.id}`, now);
    return { message: 'Te avisaremos de los partidos de este club' };
  },
  'DELETE /users/me/alerts/clubs/{clubId}': async ({ params, caller }) => {
    await unfollow(caller.user.id, `clubs#${params.clubId}`);
    return { message: 'Ya no te avisaremos de los partidos de este club' };
  },
  'PUT /users/me/alerts/devices': async ({ caller, body: { endpoint, keys }, now }) => {
    if (!isPushService(endpoint) || !areValidKeys(keys)) throw new ApiError('ALR4000');
    return { data: { id: await addDevice(caller, { endpoint, ...keys }, now) }, message: 'Avisos activados aquí' };
  },
  'DELETE /users/me/alerts/devices/{deviceId}': async ({ caller, params }) => {
    await removeDevice(caller.user.id, params.deviceId);
    return { message: 'Avisos desactivados aquí' };
  },
  'POST /public/alerts/unsubscribe/{token}': async ({ params }) => {
    const userId = await findMailTokenUser(params.token);
    if (!userId) throw new ApiError('NWS4000');
    await changeSettings(userId, { mail: false });
    return { message: 'Ya no recibirás avisos por email.' };
  },
});

async function followOneMore(userId: string, topic: Topic, now: number): Promise<void> {
  const follows = await readFollows(userId);
  const followed = [...follows.events.map((id) => `events#${id}`), ...follows.clubs.map((id) => `clubs#${id}`)];
  if (followed.includes(topic)) return;
  if (followed.length >= maxFollowed) throw new ApiError('ALR4090');
  await follow(userId, topic, now);
}
