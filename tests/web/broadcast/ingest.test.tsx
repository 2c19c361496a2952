import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { IngestHealth } from '../../../shared/contract/ingest.ts';
import { admin, callsTo, id, open, type Replies } from '../support/app.tsx';
import { granted, liveStream, camera as someCamera } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

const cam = id('cam1');
const camera = someCamera(1, {
  slug: 'norte',
  title: 'norte',
  isTest: true,
  isLive: true,
  streamServer: 'rtmp://x/live',
  streamKey: 'sk_secreta',
  streamAuthKey: 'sk_secreta',
});
const health: IngestHealth = {
  state: 'HEALTHY',
  width: 1280,
  height: 720,
  framerate: 29.97,
  encoder: 'obs-output module',
  videoBitrate: 3_200_000,
  audioBitrate: 128_000,
  keyframeInterval: 8.3,
  lost: null,
  time: null,
  advice: [{ level: 'problem', text: 'Pon el intervalo de fotogramas clave en 2 s' }],
};

function openCamera(more: Replies = {}, fields = {}) {
  return open(`/cameras/manage/${cam}`, {
    user: admin,
    replies: {
      [`GET /live/cameras/${cam}`]: { data: { ...camera, ...fields } },
      [`GET /live/cameras/${cam}/health`]: { data: { health } },
      ...more,
    },
  });
}
const panel = async () =>
  within((await screen.findByRole('heading', { name: 'Señal' })).closest('section') as HTMLElement);

describe('the signal of a camera', () => {
  test('[B-CAM-4] shows figures and advice, and a preview that viewers cannot see', async () => {
    const { user } = openCamera({ 'GET /liveusers/norte': { data: { liveUser: liveStream('norte') } } });
    const signal = await panel();
    expect(await signal.findByText('1280 × 720')).toBeDefined();
    for (const text of [
      'Llega con problemas',
      '30 por segundo',
      'cada 8,3 s',
      '3,2 Mbps',
      '128 kbps',
      'obs-output module',
    ]) {
      expect(signal.getByText(text)).toBeDefined();
    }
    expect(signal.getByText('Pon el intervalo de fotogramas clave en 2 s')).toBeDefined();
    expect(callsTo('GET /liveusers/norte')).toEqual([]);
    const light = within(screen.getByRole('region', { name: 'Señal ahora' }));
    expect(light.getByText('A saltos')).toBeDefined();
    expect(light.getByText('Pon el intervalo de fotogramas clave en 2 s')).toBeDefined();
    await user.click(light.getByRole('button', { name: 'Ver la señal' }));
    expect((await light.findByRole('region', { name: /^Reproductor/ })).dataset.url).toBe(granted.url);
  });

  const offAir = { ...health, state: 'OFFLINE' as const, advice: [] };

  test('[B-CAM-4] tells how to begin while the camera is off air', async () => {
    openCamera({ [`GET /live/cameras/${cam}/health`]: { data: { health: offAir } } }, { isLive: false });
    expect((await panel()).getByText(/en cuanto empiece la emisión/)).toBeDefined();
    expect(screen.getByText('Sin emisión')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ver la señal' })).toBeNull();
  });

  test('[B-CAM-8] says that no picture arrives from a camera that sends only sound', async () => {
    const advice = [{ level: 'problem' as const, text: 'No llega imagen: revisa la cámara' }];
    const sound = { ...health, width: null, height: null, videoBitrate: 0, advice };
    openCamera({ [`GET /live/cameras/${cam}/health`]: { data: { health: sound } } }, { isLive: false });
    expect(await (await panel()).findByText('No llega imagen: revisa la cámara')).toBeDefined();
    expect((await panel()).getByText('Llega con problemas')).toBeDefined();
  });

  test('[H-STATE-3] explains when and why a camera failed, with its last signal and the person to call', async () => {
    const { advice: _, lost: __, ...last } = health;
    const lost = {
      at: '2026-11-28T09:42:00.000Z',
      startedAt: '2026-11-28T09:00:00.000Z',
      cause: 'CUT' as const,
      text: 'La señal dejó de llegar de golpe.',
      health: last,
      contacts: [
        { name: 'Marta Ruiz', phone: '600123456', email: 'marta@sauce.test' },
        { name: 'Leo Gil', phone: null, email: 'leo@sauce.test' },
      ],
    };
    const past = {
      id: id('b1'),
      startedAt: lost.startedAt,
      endedAt: lost.at,
      state: 'SAVING' as const,
      event: null,
      peak: null,
      failure: null,
      videos: [],
    };
    openCamera(
      {
        [`GET /live/cameras/${cam}/health`]: { data: { health: { ...offAir, lost } } },
        [`GET /live/cameras/${cam}/broadcasts`]: { data: { broadcasts: [past] } },
      },
      { isLive: false },
    );
    const light = within(await screen.findByRole('region', { name: 'Señal ahora' }));
    expect(await light.findByText('Se cortó a las 10:42')).toBeDefined();
    expect(light.getByText('La señal dejó de llegar de golpe.')).toBeDefined();
    expect(light.getByRole('link', { name: '600123456' }).getAttribute('href')).toBe('tel:600123456');
    expect(light.getByRole('link', { name: 'leo@sauce.test' }).getAttribute('href')).toBe('mailto:leo@sauce.test');
    expect((await panel()).getByText('1280 × 720')).toBeDefined();
    expect((await panel()).getByText('Lo último que llegó, hasta las 10:42:')).toBeDefined();
    expect((await screen.findAllByText(/10:00 – 10:42$/)).length).toBe(2);
  });

  test('[B-CAM-8] masks the key, reveals it on request, and renews it after a confirmation', async () => {
    const renew = `POST /live/cameras/${cam}/stream-key`;
    let key = 'sk_secreta';
    const { user } = openCamera({
      [`GET /live/cameras/${cam}`]: () => ({ data: { ...camera, streamKey: key } }),
      [renew]: () => {
        key = 'sk_nueva';
        return { data: { streamKey: key }, message: 'Clave renovada. Cópiala en el programa con el que emites.' };
      },
    });
    const field = () => screen.findByLabelText<HTMLInputElement>('Clave de emisión');
    expect((await field()).type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Mostrar' }));
    expect((await field()).type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Renovar la clave' }));
    await user.click(screen.getByRole('button', { name: 'Mejor no' }));
    expect(callsTo(renew)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Renovar la clave' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Renovar la clave' }));
    expect(await screen.findByText(/Clave renovada/)).toBeDefined();
    await waitFor(async () => expect((await field()).value).toBe('sk_nueva'));
    await user.click(screen.getByText('Cómo emitir'));
    expect(screen.getByText(/intervalo de fotogramas clave de 2 s/)).toBeDefined();
  });

  test('[B-LIVE-4] shows the same for the broadcast profile', async () => {
    const user = { ...admin, slug: 'directo', title: 'Directo', sport: 'SOCCER' as const, isLive: true, version: 2 };
    open('/live-profile', {
      user: admin,
      replies: {
        'GET /live/users/me': { data: { user: { ...user, streamServer: 'rtmp://x', streamAuthKey: 'sk_x' } } },
        'GET /live/users/me/health': { data: { health: { ...health, state: 'STARVING' } } },
      },
    });
    expect(await (await panel()).findByText('Con cortes')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Renovar la clave' })).toBeDefined();
  });
});

describe('the airtime of a camera', () => {
  const closed: NonNullable<IngestHealth['time']> = {
    isEnforced: true,
    isOpen: false,
    until: null,
    opensAt: null,
    byHand: false,
    text: 'Fuera de horario no la ve nadie más ni se graba.',
  };
  const openFor = (minutes: number) => ({
    ...closed,
    isOpen: true,
    text: 'Tiempo de emisión hasta el domingo.',
    until: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  const decide = `POST /live/cameras/${cam}/time`;
  const light = async () => within(await screen.findByRole('region', { name: 'Señal ahora' }));

  test('[F-CAM-1] says that only staff see it, shows it for the rest of the day, and ends it', async () => {
    let time = closed;
    const { user } = openCamera({
      'GET /liveusers/norte': { data: { liveUser: { ...liveStream('norte'), viewers: 240 } } },
      [`GET /live/cameras/${cam}/health`]: () => ({ data: { health: { ...health, time } } }),
      [decide]: ({ body }: { body: unknown }) => {
        time = (body as { isOn: boolean }).isOn ? openFor(600) : closed;
        return { data: { time }, message: 'Hecho' };
      },
    });
    const panel = await light();
    expect(await panel.findByText('Solo la ves tú')).toBeDefined();
    expect(panel.getByText(closed.text)).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Terminar' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Emitir ahora' }));
    expect(await panel.findByText('La ven los usuarios')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Emitir ahora' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Terminar' }));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Terminar la emisión?' }));
    expect(await dialog.findByText(/Ahora la ven 240 personas/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Terminar' }));
    expect(await panel.findByText('Solo la ves tú')).toBeDefined();
    expect(callsTo(decide).map(({ body }) => body)).toEqual([{ isOn: true }, { isOn: false }]);
  });

  test('[F-CAM-2] offers to extend it ten minutes before the end', async () => {
    const { user } = openCamera({
      [`GET /live/cameras/${cam}/health`]: { data: { health: { ...health, time: openFor(9) } } },
      [decide]: { data: { time: openFor(600) }, message: 'La cámara emite para todos' },
    });
    const panel = await light();
    expect(await panel.findByText('Termina en unos minutos')).toBeDefined();
    await user.click(panel.getByRole('button', { name: 'Seguir emitiendo' }));
    expect(callsTo(decide).map(({ body }) => body)).toEqual([{ isOn: true }]);
  });

  test('[F-CAM-1] is not ended before the camera is on air', async () => {
    openCamera(
      { [`GET /live/cameras/${cam}/health`]: { data: { health: { ...health, time: openFor(60) } } } },
      { isLive: false },
    );
    const panel = await light();
    expect(await panel.findByText('Abierta para los usuarios')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Terminar' })).toBeNull();
  });

  test('[F-CAM-1] only warns on a stage that does not enforce it, and only while a picture arrives', async () => {
    const time = { ...closed, isEnforced: false, text: 'Está fuera de horario: si llega imagen, la ve cualquiera.' };
    openCamera({ [`GET /live/cameras/${cam}/health`]: { data: { health: { ...health, time } } } });
    const panel = await light();
    expect(await panel.findByText('Fuera de horario')).toBeDefined();
    expect(panel.queryByRole('button', { name: 'Emitir ahora' })).toBeNull();
  });
});
