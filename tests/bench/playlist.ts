/** Rewriting the playlist of a match of two hours for one viewer, including its signature. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { rewriteRendition } from '../../functions/viewing/playback/playlist.ts';
import type { Figure } from './figure.ts';
import { measureCalls, percentile } from './statistics.ts';

const segments = 1_800;

export async function playlist(): Promise<Figure[]> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const lines = Array.from(
    { length: segments },
    (_, index) => `#EXTINF:4.0,\nindex_720p_${String(index + 1).padStart(5, '0')}.ts`,
  );
  const text = `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="G.key",IV=0x0\n${lines.join('\n')}\n#EXT-X-ENDLIST\n`;
  const times = await measureCalls(300, async () => {
    const signature = `Policy=${'x'.repeat(200)}&Signature=${sign('sha256', Buffer.from('policy'), privateKey).toString('base64url')}`;
    rewriteRendition(text, { generation: 'G', base: '../G', signature, token: 'T' });
  });
  return [
    { what: 'Playlist of a 2 h match: signing and rewriting, p50', value: percentile(times, 50), unit: 'ms', limit: 5 },
  ];
}
