/**
 * Notifications of this browser (D-ALERT-2): whether it can have them, whether it was allowed to, and the subscription,
 * which the server knows by an id that is kept here.
 */
import { api } from '../../../lib/api.ts';
import { readStored, writeStored } from '../../../lib/use-stored.ts';

/**
 * `install`: an iPhone takes them for apps of its home screen alone. `denied`: the person has said no, and only they can
 * say otherwise, in the browser. `none`: this browser has no notifications.
 */
export type DeviceState = 'none' | 'install' | 'denied' | 'off' | 'on';

const storedKey = 'alert-device';

/** `devices` are those that the server sends to. */
export async function deviceState(devices: readonly string[]): Promise<DeviceState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isApple() && !isInstalled() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'none';
  const subscription = await registration.pushManager.getSubscription();
  const isKnown = devices.some((id) => id === readStored(storedKey));
  return Notification.permission === 'granted' && subscription && isKnown ? 'on' : 'off';
}

/** Asks the person, who must just have pressed something. */
export async function turnOn(pushKey: string): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off';
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribe(pushManager, pushKey);
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { data } = await api('PUT /users/me/alerts/devices', { body: { endpoint, keys: { p256dh, auth } } });
  writeStored(storedKey, data.id);
  return 'on';
}

export async function turnOff(): Promise<void> {
  const id = readStored(storedKey);
  if (typeof id === 'string') await api('DELETE /users/me/alerts/devices/{deviceId}', { params: { deviceId: id } });
  writeStored(storedKey, null);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** A subscription with a key of before is of no use any more. */
async function subscribe(pushManager: PushManager, pushKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** iPads say that they are Macs; no Mac has a touch screen. */
const isApple = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;
