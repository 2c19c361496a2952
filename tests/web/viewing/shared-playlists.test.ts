/** Reloads of a live's playlists from the address that viewers share at the edge. */
import { beforeEach, expect, test, vi } from 'vitest';
import { SharedPlaylists } from '../../../web/player/hls-requests.ts';
import { stopClock } from '../../support/stopped-clock.ts';

const own = 'https://media.test/live/campo/recordings/1/720p30.m3u8?token=a';
const shared = 'https://media.test/growing/campo/1/viewers/720p30.m3u8?Signature=b';
let playlists: SharedPlaylists;

beforeEach(() => {
  playlists = new SharedPlaylists();
});

function request(address: string, answer: { status?: number; location?: string } = {}): unknown {
  const listeners: (() => void)[] = [];
  const xhr = {
    open: vi.fn(),
    status: answer.status ?? 200,
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    getResponseHeader: () => answer.location ?? null,
  };
  playlists.open(xhr as never, address);
  for (const listener of listeners) listener();
  return xhr.open.mock.calls[0]?.[1];
}

test('[D-DVR-2] reloads a rendition at its shared address for half a minute, then renews its right', () => {
  const forward = stopClock();
  expect(request(own, { location: shared })).toBe(own);
  expect(request(own)).toBe(shared);
  // A renewed token is for the same playlist.
  expect(request(own.replace('token=a', 'token=c'))).toBe(shared);
  forward(30_000);
  expect(request(own, { location: shared })).toBe(own);
  expect(request(own)).toBe(shared);
});

test('[D-DVR-2] requests the viewer’s own address once a shared one is refused', () => {
  request(own, { location: shared });
  expect(request(own, { status: 403 })).toBe(shared);
  expect(request(own)).toBe(own);
});

test('requests segments and other renditions at their own addresses', () => {
  request(own, { location: shared });
  for (const address of [own.replace('720p30', '360p30'), own.replace('720p30.m3u8', '1.ts')])
    expect(request(address)).toBe(address);
});
