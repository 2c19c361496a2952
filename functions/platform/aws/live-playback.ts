/**
 * Playback of private IVS channels: the token that starts a view, and the revocation of running views. IVS checks the
 * token only when a view starts, and limits revocations per account.
 */
import { createPrivateKey, sign } from 'node:crypto';
import {
  BatchStartViewerSessionRevocationCommand,
  IvsClient,
  ResourceNotFoundException,
  StartViewerSessionRevocationCommand,
} from '@aws-sdk/client-ivs';
import { divide } from '../../../shared/domain/divide.ts';
import { makeOnce, withRetries } from './retries.ts';

/** A running view of a private channel. */
export interface LiveView {
  channelArn: string;
  viewerId: string;
  /** IVS revokes views up to a version; ours is the second in which the view began. */
  version: number;
}

/** AWS's limit of views in one BatchStartViewerSessionRevocation call. */
export const viewsAtOnce = 20;

/** Few attempts, because a user waits; jobs retry later. */
const ivs = /* @__PURE__ */ makeOnce(() => new IvsClient(withRetries(4)));

/**
 * Revokes views and returns those that IVS was too busy to revoke. A newer view of the same session continues. A single
 * view uses the single call, whose quota is larger.
 */
export async function endViews<View extends LiveView>(views: readonly View[]): Promise<View[]> {
  const left: View[] = [];
  const refused: unknown[] = [];
  for (const together of divide(views, viewsAtOnce)) {
    const alone = together.length === 1 ? together : await endTogether(together);
    if (alone === 'busy') left.push(...together);
    else
      for (const view of alone) {
        const ended = await endOne(view).catch((error: unknown) => refused.push(error));
        if (ended === 'busy') left.push(view);
      }
  }
  if (refused.length > 0) throw new AggregateError(refused, `IVS refused to end ${refused.length} views`);
  return left;
}

/** Returns the views to revoke one by one: only the single call documents its error codes. */
async function endTogether<View extends LiveView>(views: readonly View[]): Promise<View[] | 'busy'> {
  const viewerSessions = views.map(toRevocation);
  try {
    const { errors = [] } = await ivs().send(new BatchStartViewerSessionRevocationCommand({ viewerSessions }));
    const failed = new Set(errors.map(toViewName));
    return views.filter((view) => failed.has(toViewName(view)));
  } catch (error) {
    return isBusy(error) ? 'busy' : [...views];
  }
}

async function endOne(view: LiveView): Promise<'ended' | 'busy'> {
  try {
    await ivs().send(new StartViewerSessionRevocationCommand(toRevocation(view)));
  } catch (error) {
    if (isBusy(error)) return 'busy';
    // Without a channel there is nothing to revoke.
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  return 'ended';
}

/** True if the service throttled, failed or did not answer. */
function isBusy(error: unknown): boolean {
  const { name = '', $fault } = error as { name?: string; $fault?: string };
  return $fault !== 'client' || /Throttl|TooMany/.test(name);
}

const toViewName = (view: { channelArn: string | undefined; viewerId: string | undefined }) =>
  `${view.channelArn}\n${view.viewerId}`;

const toRevocation = ({ channelArn, viewerId, version }: LiveView) => ({
  channelArn,
  viewerId,
  viewerSessionVersionsLessThanOrEqualTo: version,
});

/**
 * Signs a token for a private channel (JWT, ES384). With a viewer id, IVS accepts an expiry of at most ten minutes. The
 * token serves the one request after our redirect; each new playback passes through us again.
 */
export function signPlaybackToken(
  privateKeyPem: string,
  claims: { channelArn: string; viewerId?: string | undefined; version?: number | undefined; now: number },
): string {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    'aws:channel-arn': claims.channelArn,
    'aws:access-control-allow-origin': '*',
    ...(claims.viewerId ? { 'aws:viewer-id': claims.viewerId, 'aws:viewer-session-version': claims.version } : {}),
    exp: Math.floor(claims.now / 1000) + 60,
  };
  const unsigned = `${encodePart({ alg: 'ES384', typ: 'JWT' })}.${encodePart(payload)}`;
  const key = createPrivateKey(privateKeyPem);
  const signature = sign('sha384', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `${unsigned}.${signature.toString('base64url')}`;
}
