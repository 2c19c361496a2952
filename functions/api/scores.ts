/** Endpoints of the public score, and of the scorer's log for staff or holders of the scorer link. */
import { ApiError } from '../../shared/contract/errors.ts';
import { scoreEndpoints } from '../../shared/contract/scores.ts';
import { readMatchFrame } from '../broadcast/broadcasts/live-frame.ts';
import { readMatchSignalStatus } from '../broadcast/ingest/health.ts';
import { describeMatch } from '../league/events/event-views.ts';
import type { StoredEvent } from '../league/events/rules.ts';
import { requireManagedEvent } from '../league/events/store.ts';
import { scorerLinks } from '../league/scores/match-links.ts';
import { type MatchScore, readPublicScore } from '../league/scores/public-score.ts';
import { assertKinds, selectNewActions, toActionResults } from '../league/scores/rules.ts';
import { append, readLog } from '../league/scores/store.ts';
import type { Caller } from '../platform/auth/rules.ts';
import { domainEventWrite } from '../platform/events/domain-events.ts';
import { answerTime } from '../platform/http/responses.ts';
import { serve } from '../platform/http/serve.ts';
import { mayReadMatch } from '../platform/shown/families.ts';

export const handler = serve(scoreEndpoints, {
  'GET /sportevents/{id}/score': async ({ params, caller, now }) => {
    return { data: { score: (await requireShown(params.id, caller, now)).score } };
  },
  'GET /sportevents/{id}/signal': async ({ params, caller, now }) => {
    return { data: (await requireShown(params.id, caller, now)).match };
  },

  'GET /sportevents/{id}/score/actions': async ({ params, query, ...by }) => {
    const { id } = await requireScorable(params.id, by);
    const log = await readLog(id);
    const actions = log.filter(({ sequence }) => sequence > query.since);
    return { data: { actions, version: log.length, now: answerTime(by.now) } };
  },

  'POST /sportevents/{id}/score/actions': async ({ params, body, now, ...by }) => {
    const match = await requireScorable(params.id, { ...by, now });
    const { log, score } = await append(
      match.id,
      (log) => {
        const fresh = selectNewActions(log, body, now);
        assertKinds(match.sport, fresh);
        return fresh;
      },
      (before, after) => {
        const turned = (before?.phase ?? 'BEFORE') !== after.phase;
        return [domainEventWrite('ScoreChanged', { eventId: match.id, turned }, now)];
      },
    );
    return { data: { actions: toActionResults(body, log), score, now: answerTime(now) } };
  },

  'GET /sportevents/{id}/desk': async ({ params, ...by }) => {
    return { data: { match: await describeMatch(await requireScorable(params.id, by)) } };
  },
  'GET /sportevents/{id}/desk/signal': async ({ params, ...by }) => {
    const { id } = await requireScorable(params.id, by);
    return { data: { signal: await readMatchSignalStatus(id, by.now) } };
  },
  'GET /sportevents/{id}/desk/picture': async ({ params, ...by }) => {
    const { id } = await requireScorable(params.id, by);
    const picture = await readMatchFrame(id, by.now);
    return { data: { picture: picture ? `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}` : null } };
  },

  'GET /sportevents/{id}/scorer-link': async ({ params, caller, now }) => ({
    data: { link: await scorerLinks.show(await requireManagedEvent(params.id, caller), now) },
  }),
  'POST /sportevents/{id}/scorer-link': async ({ params, caller, now }) => ({
    data: await scorerLinks.make(await requireManagedEvent(params.id, caller), caller, now),
    message: 'Enlace de anotador creado',
  }),
  'DELETE /sportevents/{id}/scorer-link': async ({ params, caller }) => {
    await scorerLinks.end((await requireManagedEvent(params.id, caller)).id);
    return { message: 'El enlace de anotador ya no vale' };
  },
});

/** @throws ApiError 404 for a hidden match that the caller neither manages nor is invited to. */
async function requireShown(id: string, caller: Caller | undefined, now: number): Promise<MatchScore> {
  const score = await readPublicScore(id, now);
  if (!score || !mayReadMatch(caller, score.event)) throw new ApiError('EVT4040');
  return score;
}

/** Allows staff of the match, and holders of its scorer link. */
async function requireScorable(id: string, by: Parameters<typeof scorerLinks.admit>[1]): Promise<StoredEvent> {
  const early = 'Este enlace de anotador valdrá desde un día antes del partido.';
  return (await scorerLinks.admit(id, by, { code: 'SCR4030', early })).match;
}
