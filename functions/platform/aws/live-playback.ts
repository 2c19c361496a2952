/**
 * Playback of IVS's private channels: the token that begins a view, and the end of views that go on. The service asks for
 * the token when a view begins only, and takes few calls that end one, whatever an account asks for.
 */
import { createPrivateKey, sign } from 'node:crypto';
import {
  BatchStartViewerSessionRevocationCommand,
  IvsClient,
  ResourceNotFoundException,
  StartViewerSessionRevocationCommand,
} from '@aws-sdk/client-ivs';
import { persistent } from './retries.ts';

/** A running view of a private channel. */
export interface LiveView {
  channelArn: string;
  viewerId: string;
  /** The service revokes views up to a version; ours are the seconds at which they began. */
  version: number;
}

/** Of one BatchStartViewerSessionRevocation. */
export const viewsAtOnce = 20;

let client: IvsClient | undefined;

/** Somebody waits, and what the service is too busy for is asked again by the clock: a few attempts, a fifth of a second. */
const ivs = () => {
  client ??= new IvsClient(persistent(4));
  return client;
};

/**
 * Ends views at the service and gives those that it was too busy to end. It counts versions: a newer view by the same
 * session goes on. One alone goes by the call for one, which leaves the batches, fewer still, to those who are many.
 */
export async function endViews<View extends LiveView>(views: readonly View[]): Promise<View[]> {
  const left: View[] = [];
  const refused: unknown[] = [];
  for (let from = 0; from < views.length; from += viewsAtOnce) {
    const together = views.slice(from, from + viewsAtOnce);
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

/** Gives those to ask for alone: what the codes of a batch's errors mean nobody says, but one call's errors have names. */
async function endTogether<View extends LiveView>(views: readonly View[]): Promise<View[] | 'busy'> {
  const viewerSessions = views.map(revocationOf);
  try {
    const { errors = [] } = await ivs().send(new BatchStartViewerSessionRevocationCommand({ viewerSessions }));
    const failed = new Set(errors.map(nameOf));
    return views.filter((view) => failed.has(nameOf(view)));
  } catch (error) {
    return isBusy(error) ? 'busy' : [...views];
  }
}

async function endOne(view: LiveView): Promise<'ended' | 'busy'> {
  try {
    await ivs().send(new StartViewerSessionRevocationCommand(revocationOf(view)));
  } catch (error) {
    if (isBusy(error)) return 'busy';
    // Without its channel nobody sees anything.
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  return 'ended';
}

/** Throttled, failed at the service, or no answer at all. */
function isBusy(error: unknown): boolean {
  const { name = '', $fault } = error as { name?: string; $fault?: string };
  return $fault !== 'client' || /Throttl|TooMany/.test(name);
}

const nameOf = (view: { channelArn: string | undefined; viewerId: string | undefined }) =>
  `${view.channelArn}\n${view.viewerId}`;

const revocationOf = ({ channelArn, viewerId, version }: LiveView) => ({
  channelArn,
  viewerId,
  viewerSessionVersionsLessThanOrEqualTo: version,
});

/**
 * A token for a private channel (JWT, ES384). With a viewer id IVS accepts an expiry at most ten minutes ahead. It is for
 * the one request that our redirect leads to: whoever begins again comes by us, and is judged again.
 */
export function livePlaybackToken(
  privateKeyPem: string,
  claims: { channelArn: string; viewerId?: string | undefined; version?: number | undefined; now: number },
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    'aws:channel-arn': claims.channelArn,
    'aws:access-control-allow-origin': '*',
    ...(claims.viewerId ? { 'aws:viewer-id': claims.viewerId, 'aws:viewer-session-version': claims.version } : {}),
    exp: Math.floor(claims.now / 1000) + 60,
  };
  const unsigned = `${part({ alg: 'ES384', typ: 'JWT' })}.${part(payload)}`;
  const key = createPrivateKey(privateKeyPem);
  const signature = sign('sha384', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `${unsigned}.${signature.toString('base64url')}`;
}
