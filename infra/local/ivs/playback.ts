/**
 * Playback of channels over HTTP. A private channel's master playlist requires `?token=` (JWT, ES384), and leads to a
 * URL of this viewing, which answers 403 once the viewer session is revoked.
 */
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { ServiceError } from '../wire/http-server.ts';
import { sendBytes } from '../wire/send-bytes.ts';
import type { Broadcast } from './broadcast.ts';
import type { Channel, IvsState } from './state.ts';
import { readArnId } from './state.ts';

interface Viewing {
  channelArn: string;
  broadcast: Broadcast;
  viewerId: string;
  version: number;
  lastRequestAt: number;
}

/** Strict: other claims, such as `aws:single-use-uuid`, would restrict the token. */
const Claims = z.strictObject({
  'aws:channel-arn': z.string(),
  exp: z.number(),
  'aws:access-control-allow-origin': z.literal('*').optional(),
  'aws:viewer-id': z.string().max(40).optional(),
  'aws:viewer-session-version': z.number().int().min(0).optional(),
});

type Claims = z.infer<typeof Claims>;

export class Playback {
  readonly #state: IvsState;
  readonly #broadcasts: Map<string, Broadcast>;
  readonly #viewings = new Map<string, Viewing>();

  constructor(state: IvsState, broadcasts: Map<string, Broadcast>) {
    this.#state = state;
    this.#broadcasts = broadcasts;
  }

  /** Number of viewings with a request in the last ten seconds. */
  countViewers(channelArn: string): number {
    const since = Date.now() - 10_000;
    return [...this.#viewings.values()].filter(
      (viewing) => viewing.channelArn === channelArn && viewing.lastRequestAt >= since,
    ).length;
  }

  /** Ends all viewings of a channel, whose viewers then need a new token. */
  endViewings(channelArn: string): void {
    for (const [id, viewing] of this.#viewings) if (viewing.channelArn === channelArn) this.#viewings.delete(id);
  }

  handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://local');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'Content-Length, Date');
    try {
      if (request.method === 'OPTIONS') {
        response
          .writeHead(204, { 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*' })
          .end();
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new ServiceError('method_not_allowed', 'Only GET', 405);
      const [, channelId] = /^\/(\w+)\.m3u8$/.exec(url.pathname) ?? [];
      const [, viewing = '', file = ''] = /^\/v\/([\w-]+)\/([\w.]+)$/.exec(url.pathname) ?? [];
      if (channelId) this.#startViewing(channelId, url, request, response);
      else await this.#continueViewing(viewing, file, request, response);
    } catch (error) {
      const isServiceError = error instanceof ServiceError;
      if (!isServiceError) process.stderr.write(`ivs: playback: ${error instanceof Error ? error.stack : error}\n`);
      if (response.headersSent) return void response.destroy();
      const { status, code, message } = isServiceError ? error : new ServiceError('internal', 'Internal error', 500);
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify([{ error: message, error_code: code, type: 'error' }]));
    }
  };

  #startViewing(channelId: string, url: URL, request: IncomingMessage, response: ServerResponse) {
    const channel = Object.values(this.#state.data.channels).find(({ arn }) => readArnId(arn) === channelId);
    if (!channel) throw new ServiceError('not_found', 'Can not find channel', 404);
    const claims = channel.authorized ? this.#verifyToken(url.searchParams.get('token'), channel) : undefined;
    const broadcast = this.#broadcasts.get(channel.arn);
    const id = randomBytes(18).toString('base64url');
    // Absolute, as in the service, because the IVS player resolves relative URLs against its first request.
    const address = `http://${request.headers.host}/v/${id}/live.m3u8`;
    const master =
      broadcast?.picture && !broadcast.isOver ? broadcast.playlist.renderMaster(address, broadcast.picture) : undefined;
    if (!broadcast || !master) throw new ServiceError('not_live', 'The channel is not live', 404);
    this.#viewings.set(id, {
      channelArn: channel.arn,
      broadcast,
      viewerId: claims?.['aws:viewer-id'] ?? '',
      version: claims?.['aws:viewer-session-version'] ?? 0,
      lastRequestAt: Date.now(),
    });
    this.#removeIdleViewings();
    this.#sendPlaylist(response, master);
  }

  async #continueViewing(id: string, file: string, request: IncomingMessage, response: ServerResponse) {
    const viewing = this.#viewings.get(id);
    if (!viewing) throw new ServiceError('not_found', 'Can not find this viewing', 404);
    if (this.#isRevoked(viewing.channelArn, viewing.viewerId, viewing.version))
      throw new ServiceError('revoked', 'This viewer session was revoked', 403);
    viewing.lastRequestAt = Date.now();
    if (file === 'live.m3u8') {
      if (
        viewing.broadcast.isOver &&
        !viewing.broadcast.current &&
        viewing.broadcast !== this.#broadcasts.get(viewing.channelArn)
      ) {
        throw new ServiceError('not_live', 'The broadcast has ended', 404);
      }
      return this.#sendPlaylist(response, viewing.broadcast.playlist.renderMedia(viewing.broadcast.isOver));
    }
    const path = viewing.broadcast.playlist.findSegmentPath(file);
    if (!path) throw new ServiceError('not_found', 'No such segment', 404);
    response.writeHead(200, { 'content-type': 'video/MP2T', 'cache-control': 'private, max-age=60' });
    if (request.method === 'HEAD') return void response.end();
    await sendBytes(response, path);
  }

  #sendPlaylist(response: ServerResponse, text: string) {
    response.writeHead(200, { 'content-type': 'application/x-mpegURL', 'cache-control': 'no-store' }).end(text);
  }

  #verifyToken(token: string | null, channel: Channel): Claims {
    const createTokenError = (why: string) => new ServiceError('invalid_token', why, 403);
    if (!token) throw createTokenError('Missing token');
    const [head = '', body = '', signature = '', ...more] = token.split('.');
    const header = parseJson(head, z.looseObject({ alg: z.literal('ES384') }));
    const claims = parseJson(body, Claims);
    if (!header || !claims || more.length > 0) throw createTokenError('Malformed token');
    const signed = Object.values(this.#state.data.playbackKeyPairs).some(({ publicKeyMaterial }) =>
      verify(
        'sha384',
        Buffer.from(`${head}.${body}`),
        { key: createPublicKey(publicKeyMaterial), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    );
    if (!signed) throw createTokenError('Wrong signature');
    const secondsLeft = claims.exp - Date.now() / 1000;
    const viewerId = claims['aws:viewer-id'];
    if (secondsLeft <= 0) throw createTokenError('Expired');
    if (viewerId && secondsLeft > 610)
      throw createTokenError('With a viewer-id the expiry may be 10 minutes ahead at most');
    if (claims['aws:channel-arn'] !== channel.arn) throw createTokenError('The token is for another channel');
    if (viewerId && this.#isRevoked(channel.arn, viewerId, claims['aws:viewer-session-version'] ?? 0))
      throw createTokenError('Revoked');
    return claims;
  }

  #isRevoked(channelArn: string, viewerId: string, version: number): boolean {
    return this.#state.data.revocations.some(
      (each) => each.channelArn === channelArn && each.viewerId === viewerId && version <= each.upTo,
    );
  }

  #removeIdleViewings() {
    const since = Date.now() - 5 * 60_000;
    for (const [id, { lastRequestAt }] of this.#viewings) if (lastRequestAt < since) this.#viewings.delete(id);
  }
}

function parseJson<T>(part: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
