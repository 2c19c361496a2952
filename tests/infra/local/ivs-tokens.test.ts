/** Access to playback at the IVS emulator. */
import { StartViewerSessionRevocationCommand } from '@aws-sdk/client-ivs';
import { describe, expect, test } from 'vitest';
import { createPemKeys } from '../../../infra/local/keys.ts';
import { client, createChannel, encode, readMediaPlaylistUrl, signToken, waitForEvent, watch } from './ivs-service.ts';

describe('[V-PLAY-3] playback tokens', () => {
  test('must be unexpired, for this channel, and signed by an imported key', async () => {
    const { channel, key } = await createChannel('private');
    await encode(key);
    await readMediaPlaylistUrl(channel);
    const other = createPemKeys('P-384').privateKey;
    const now = Math.round(Date.now() / 1000);
    const refused = [
      '',
      'x',
      'a.b.c',
      signToken(channel.arn, { exp: now - 1 }),
      signToken(`${channel.arn}x`),
      signToken(channel.arn, {}, other),
      signToken(channel.arn, { exp: now + 3600, 'aws:viewer-id': 'v' }),
      signToken(channel.arn, { 'aws:viewer-id': 'x'.repeat(41) }),
      signToken(channel.arn, { 'aws:access-control-allow-origin': 'https://a.test' }),
      signToken(channel.arn, { 'aws:single-use-uuid': '0b0f0f52-6ad8-4d6c-9f0d-0d9f6a3c8a11' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${signToken(channel.arn).split('.')[1]}.`,
    ];
    for (const each of refused) expect((await fetch(`${channel.playbackUrl}?token=${each}`)).status, each).toBe(403);
    expect((await fetch(channel.playbackUrl)).status).toBe(403);

    expect((await fetch(new URL('/v/guessed/live.m3u8', channel.playbackUrl))).status).toBe(404);
    expect((await fetch(new URL('/v/../../../../etc/passwd', channel.playbackUrl))).status).toBe(404);
  });

  test('[V-PLAY-6] are rejected on the next request after revocation, except for newer sessions and other viewers', async () => {
    const { channel, key } = await createChannel('revoked');
    await encode(key);
    const mine = await readMediaPlaylistUrl(channel, { 'aws:viewer-id': 'me', 'aws:viewer-session-version': 5 });
    const newer = await readMediaPlaylistUrl(channel, { 'aws:viewer-id': 'me', 'aws:viewer-session-version': 6 });
    const yours = await readMediaPlaylistUrl(channel, { 'aws:viewer-id': 'you', 'aws:viewer-session-version': 5 });
    const request = { channelArn: channel.arn, viewerId: 'me', viewerSessionVersionsLessThanOrEqualTo: 5 };
    await client.send(new StartViewerSessionRevocationCommand(request));
    const statuses = await Promise.all([mine, newer, yours].map(async (url) => (await fetch(url)).status));
    expect(statuses).toEqual([403, 200, 200]);
    expect((await watch(channel, { 'aws:viewer-id': 'me', 'aws:viewer-session-version': 5 })).status).toBe(403);
    const unknown = { ...request, channelArn: 'arn:aws:ivs:eu-west-1:000000000000:channel/none' };
    await expect(client.send(new StartViewerSessionRevocationCommand(unknown))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('are not needed for a public channel', async () => {
    const { channel, key } = await createChannel('public', { authorized: false });
    await encode(key);
    await waitForEvent(channel.arn, 'Stream Start');
    expect((await fetch(channel.playbackUrl)).status).toBe(200);
  });
});
