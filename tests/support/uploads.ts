/** Uploads videos as an admin's browser does: in parts to the storage, then completed and processed. */
import { expect } from 'vitest';
import { call } from './api.ts';
import { eventually } from './eventually.ts';

export function uploads(token: string, clubId: string) {
  /** Creates the video of a file of this size, whose bytes are still to come. */
  async function open(size: number, name = 'partido.mp4') {
    const body = { title: 'Subida de prueba', clubIds: [clubId], file: { name, type: 'video/mp4', size } };
    const made = await call('POST /live/vods', { token, body });
    expect(made.status).toBe(201);
    return { id: made.data, ticket: made.body.upload as { id: string; partSize: number; parts: number } };
  }

  const complete = (id: string) => call('POST /uploads/{id}/complete', { token, params: { id } });

  async function upload(bytes: Buffer, name?: string) {
    const { id, ticket } = await open(Math.max(1, bytes.length), name);
    await putParts(ticket.id, bytes, ticket.partSize);
    return { id, ticket, done: await complete(ticket.id) };
  }

  async function putParts(id: string, bytes: Buffer, partSize: number, only?: number[]) {
    const count = Math.ceil(bytes.length / partSize);
    const parts = only ?? Array.from({ length: count }, (_, index) => index + 1);
    const { data } = await call('POST /uploads/{id}/parts', { token, params: { id }, body: { parts } });
    for (const { part, url } of data.urls) {
      const body = new Uint8Array(bytes.subarray((part - 1) * partSize, part * partSize));
      expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
    }
  }

  /** Waits until the video has all its renditions; it may play before. */
  async function waitForVod(id: string) {
    const { vod } = await eventually(
      async () => (await call('GET /live/vods/{id}', { token, params: { id } })).data,
      ({ vod }) => ['FINISHED', 'FAILED'].includes(vod.status) && !vod.isImproving,
    );
    return vod;
  }

  async function fetchPlaylists(id: string, viewer = token) {
    const { data } = await call('GET /vods/{id}', { params: { id }, token: viewer });
    const url = data.vod.playback.url ?? '';
    const master = await (await fetch(url)).text();
    const rendition = new URL(/^index_\S+/m.exec(master)?.[0] ?? '', url).href;
    const playlist = await (await fetch(rendition)).text();
    return {
      playback: data.vod.playback,
      master,
      playlist,
      key: new URL(/URI="([^"]+)"/.exec(playlist)?.[1] ?? '', rendition).href,
      segments: [...playlist.matchAll(/^\.\.\/\S+/gm)].map(([path]) => new URL(path, rendition).href),
    };
  }

  return { open, complete, upload, putParts, waitForVod, fetchPlaylists };
}
