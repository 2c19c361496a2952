/** Push notifications of this browser: support, permission, and the subscription, whose server id is stored here. */
import { api } from '../../../lib/api.ts';
import { readStored, writeStored } from '../../../lib/use-stored.ts';

/**
 * `install`: iPhones allow push only for home-screen apps. `denied`: the user blocked it; only the browser settings can
 * undo that. `none`: unsupported.
 */
export type DeviceState = 'none' | 'install' | 'denied' | 'off' | 'on';

const storedKey = 'alert-device';

/** `devices` are the ids that the server sends to. */
export async function getDeviceState(devices: readonly string[]): Promise<DeviceState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isApple() && !isInstalled() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'none';
  const subscription = await registration.pushManager.getSubscription();
  const isKnown = devices.some((id) => id === readStored(storedKey));
  return Notification.permission === 'granted' && subscription && isKnown ? 'on' : 'off';
}

/** Requests permission; must be called from a user gesture. */
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

/** A subscription made with an older server key is replaced. */
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

/** iPads report themselves as Macs; no Mac has a touch screen. */
const isApple = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;
