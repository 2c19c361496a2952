/** Push notifications of this browser: support, permission, and the subscription, whose server id is stored here. */
import { api } from '../../../lib/api.ts';
import { readStored, writeStored } from '../../../lib/use-stored.ts';

/**
 * `install`: iPhones allow push only for apps on the home screen. `denied`: the user blocked it, which only the
 * browser's settings can undo. `none`: not supported.
 */
export type DeviceState = 'none' | 'install' | 'denied' | 'off' | 'on';

const deviceKey = 'alert-device';

/** The browser may change its subscription's endpoint, so it is stored beside the server's id. */
interface StoredDevice {
  id: string;
  endpoint: string;
}

function readDevice(): StoredDevice | undefined {
  const stored = readStored(deviceKey) as Partial<StoredDevice> | null;
  return stored?.id && stored.endpoint ? { id: stored.id, endpoint: stored.endpoint } : undefined;
}

/** `devices`: ids to which the server sends. */
export async function getDeviceState(devices: readonly string[]): Promise<DeviceState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isApple() && !isInstalled() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'none';
  const subscription = await registration.pushManager.getSubscription();
  const isKnown = devices.some((id) => id === readDevice()?.id);
  return Notification.permission === 'granted' && subscription && isKnown ? 'on' : 'off';
}

/** Asks for permission, so it must be called from a user gesture. */
export async function turnOn(pushKey: string): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off';
  const { pushManager } = await navigator.serviceWorker.ready;
  await register(await subscribe(pushManager, pushKey));
  return 'on';
}

/**
 * Registers this browser again after it has changed or lost its subscription, without which it would receive no alerts.
 * Shows no prompt.
 */
export async function renewDevice(): Promise<void> {
  const stored = readDevice();
  if (!stored || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const current = await registration.pushManager.getSubscription();
  if (current?.endpoint === stored.endpoint) return;
  const { data } = await api('GET /users/me/alerts');
  // The viewer has turned alerts off meanwhile, for example in another tab.
  if (!data.devices.includes(stored.id)) return;
  await register(current ?? (await subscribe(registration.pushManager, data.pushKey)));
  await api('DELETE /users/me/alerts/devices/{deviceId}', { params: { deviceId: stored.id } });
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { data } = await api('PUT /users/me/alerts/devices', { body: { endpoint, keys: { p256dh, auth } } });
  const device: StoredDevice = { id: data.id, endpoint };
  writeStored(deviceKey, device);
}

export async function turnOff(): Promise<void> {
  const device = readDevice();
  if (device) await api('DELETE /users/me/alerts/devices/{deviceId}', { params: { deviceId: device.id } });
  writeStored(deviceKey, null);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Subscribes; replaces a subscription made with an older key of the server. */
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

/** iPads report themselves as Macs, but no Mac has a touch screen. */
const isApple = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;
