/** Endpoints of the public score, and of the scorer's log for staff or holders of the scorer link. */
import { ApiError } from '../../shared/contract/errors.ts';
import { scoreEndpoints } from '../../shared/contract/scores.ts';
import { readMatchFrame } from '../broadcast/broadcasts/live-frame.ts';
import { readMatchSignalStatus } from '../broadcast/ingest/health.ts';
import { readClubNames } from '../league/clubs/store.ts';
import type { StoredEvent } from '../league/events/rules.ts';
import { events, requireManagedEvent } from '../league/events/store.ts';
import type { StoredLink } from '../league/scores/match-links.ts';
import { type MatchScore, readPublicScore } from '../league/scores/public-score.ts';
import { assertKinds, computeLinkWindow, selectNewActions, toActionResults } from '../league/scores/rules.ts';
import { scorerLinks } from '../league/scores/scorer-links.ts';
import { append, readLog } from '../league/scores/store.ts';
import type { Caller } from '../platform/auth/rules.ts';
import {
  type DomainEvent,
  newDomainEvent,
  publishDomainEvent,
  putDomainEvent,
} from '../platform/events/domain-events.ts';
import { answerTime } from '../platform/http/answer-time.ts';
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
    let domainEvent: DomainEvent | undefined;
    const { log, score } = await append(
      match.id,
      (log) => {
        const fresh = selectNewActions(log, body, now);
        assertKinds(match.sport, fresh);
        return fresh;
      },
      (before, after) => {
        const turned = (before?.phase ?? 'BEFORE') !== after.phase;
        domainEvent = newDomainEvent('ScoreChanged', { eventId: match.id, turned }, now);
        return [putDomainEvent(domainEvent)];
      },
    );
    if (domainEvent) await publishDomainEvent(domainEvent);
    return { data: { actions: toActionResults(body, log), score, now: answerTime(now) } };
  },

  'GET /sportevents/{id}/desk': async ({ params, ...by }) => {
    const { title, sport, clubIds, homeClubId, awayClubId } = await requireScorable(params.id, by);
    const names = await readClubNames(clubIds, 'staff');
    const [home, away] = [homeClubId, awayClubId].map((id) => names.find((club) => club.id === id));
    const crests = { home: home?.thumbnail ?? null, away: away?.thumbnail ?? null };
    return { data: { match: { title, sport, home: home?.name ?? null, away: away?.name ?? null, crests } } };
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

  'GET /sportevents/{id}/scorer-link': async ({ params, caller, now }) => {
    const match = await requireManagedEvent(params.id, caller);
    const link = await scorerLinks.find(match, now);
    return { data: { link: link ? toShownLink(link, match) : null } };
  },
  'POST /sportevents/{id}/scorer-link': async ({ params, caller, now }) => {
    const match = await requireManagedEvent(params.id, caller);
    const { link, token } = await scorerLinks.make(match.id, caller, now);
    return { data: { link: toShownLink(link, match), token }, message: 'Enlace de anotador creado' };
  },
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

function toShownLink({ madeAt }: StoredLink, match: StoredEvent) {
  const { from, until } = computeLinkWindow(match);
  return { madeAt, validFrom: new Date(from).toISOString(), validUntil: new Date(until).toISOString() };
}

/** Allows staff of the match, and holders of its scorer link. */
async function requireScorable(
  id: string,
  { caller, link, now }: { caller: Caller | undefined; link: string | undefined; now: number },
): Promise<StoredEvent> {
  if (link === undefined) return requireManagedEvent(id, caller);
  const event = await events.get(id);
  // Deleted matches answer like invalid links.
  if (!event) throw new ApiError('SCR4030');
  const scorerLink = await scorerLinks.verify(link, event, now);
  if (!scorerLink) throw new ApiError('SCR4030');
  if (scorerLink === 'BEFORE')
    throw new ApiError('SCR4030', 'Este enlace de anotador valdrá desde un día antes del partido.');
  return event;
}
