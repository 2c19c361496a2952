/** Seconds from a camera's start until a viewer's playlist has its first segment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Encoder } from '../support/encoder.ts';
import { startBenchPlatform } from './bench-platform.ts';
import type { Figure } from './figure.ts';

export async function live(): Promise<Figure[]> {
  const platform = await startBenchPlatform();
  const { createChannel } = await import('../../functions/platform/aws/live-streaming.ts');
  const { signPlaybackToken } = await import('../../functions/platform/aws/live-playback.ts');
  const { readPlaybackSecret } = await import('../../functions/platform/files/signed-addresses.ts');
  const { channelArn, playbackUrl, streamKey } = await createChannel('bench');
  const camera = await Encoder.start(`${platform.addresses.rtmp}/${streamKey}`, { size: '1280x720' });
  const begin = performance.now();
  try {
    const { ivsPrivateKey } = await readPlaybackSecret();
    for (;;) {
      const token = signPlaybackToken(ivsPrivateKey, { channelArn, now: Date.now() });
      const master = await fetch(`${playbackUrl}?token=${token}`);
      const rendition = master.ok ? /^[^#\s].*$/m.exec(await master.text())?.[0] : undefined;
      if (rendition && (await (await fetch(new URL(rendition, playbackUrl))).text()).includes('#EXTINF')) break;
      if (performance.now() - begin > 20_000) throw new Error('The stream never became playable');
      await sleep(30);
    }
    return [
      {
        what: 'RTMP client starts → playable (1 s key-frame interval)',
        value: (performance.now() - begin) / 1000,
        unit: 's',
        limit: 3,
      },
    ];
  } finally {
    await camera.drop();
    await platform.close();
  }
}
