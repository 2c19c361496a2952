/** 60 s of 1080p through the product, against one bare ffmpeg that makes the same three renditions. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import type { Figure } from './figure.ts';

export async function encoding(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cantera-bench-encoding-'));
  try {
    const source = join(folder, 'source.mp4');
    await runFfmpeg([
      ...['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=60', '-f', 'lavfi', '-i', 'sine=duration=60'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', source],
    ]);
    const bare = await seconds(() => bareLadder(source, folder));
    const product = await throughProduct(source, folder);
    return [
      {
        what: `60 s of 1080p → FINISHED (${product.toFixed(1)} s), against bare ffmpeg (${bare.toFixed(1)} s)`,
        value: product / bare,
        unit: '×',
        limit: 1.1,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareLadder(source: string, folder: string): Promise<void> {
  const rungs: [number, string][] = [
    [1080, '3500k'],
    [720, '1850k'],
    [360, '600k'],
  ];
  await runFfmpeg([
    ...[
      '-i',
      source,
      '-filter_complex',
      '[0:v]split=3[a][b][c];[a]scale=-2:1080[v0];[b]scale=-2:720[v1];[c]scale=-2:360[v2]',
    ],
    ...rungs.flatMap(([height, rate], index) => [
      ...[
        '-map',
        `[v${index}]`,
        '-map',
        '0:a',
        '-c:v',
        'libx264',
        '-preset',
        'superfast',
        '-maxrate',
        rate,
        '-bufsize',
        rate,
      ],
      ...[
        '-g',
        '60',
        '-c:a',
        'aac',
        '-f',
        'hls',
        '-hls_time',
        '6',
        '-hls_playlist_type',
        'vod',
        '-y',
        join(folder, `${height}.m3u8`),
      ],
    ]),
  ]);
}

async function throughProduct(source: string, folder: string): Promise<number> {
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  const platform = await startPlatform({ config: { dataDir: join(folder, 'platform'), ports } });
  try {
    const { vods } = await import('../../functions/recordings/vods/store.ts');
    const { newMedia } = await import('../../functions/recordings/media/rules.ts');
    const { sourceKey } = await import('../../functions/recordings/uploads/rules.ts');
    const { writeObject } = await import('../../functions/platform/aws/storage.ts');
    const id = ulid();
    const bytes = readFileSync(source);
    const key = sourceKey('vods', id, 'source.mp4');
    const fields = {
      title: 'Bench',
      summary: '',
      sport: 'SOCCER' as const,
      sportEventId: null,
      clubIds: [],
      renderOrder: null,
    };
    await vods.create({
      ...newMedia({ bucket: 'uploads', key }, bytes.length),
      ...fields,
      id,
      visible: false,
      uploadId: null,
      dateCreated: new Date().toISOString(),
    });
    return await seconds(async () => {
      await writeObject({ bucket: process.env.UPLOADS_BUCKET ?? '', key }, bytes, { contentType: 'video/mp4' });
      for (;;) {
        const status = (await vods.get(id))?.status;
        if (status === 'FINISHED') return;
        if (status === 'FAILED') throw new Error('The encoding failed');
        await sleep(50);
      }
    });
  } finally {
    await platform.close();
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
