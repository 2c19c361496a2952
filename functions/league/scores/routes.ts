/** The score for everybody, and the log for the desk of those who manage the match. */
import { Refusal } from '../../../shared/errors.ts';
import { scoreEndpoints } from '../../../shared/league/scores.ts';
import { type Fact, keepFact, newFact, tell } from '../../platform/facts/facts.ts';
import { serve } from '../../platform/http/serve.ts';
import { type Caller, manages } from '../../platform/session/rules.ts';
import type { StoredEvent } from '../events/rules.ts';
import { events } from '../events/store.ts';
import { answersTo, joining, requireKindsOf } from './rules.ts';
import { shownScore } from './shown.ts';
import { append, logOf } from './store.ts';

export const handler = serve(scoreEndpoints, {
  'GET /sportevents/{id}/score': async ({ params, caller, now }) => {
    const shown = await shownScore(params.id, now);
    if (!shown || !(shown.visible || manages(caller, shown))) throw new Refusal('EVT4040');
    return { data: { score: shown.score } };
  },

  'GET /sportevents/{id}/score/actions': async ({ params, query, caller }) => {
    const { id } = await requireManaged(params.id, caller);
    const log = await logOf(id);
    const actions = log.filter(({ sequence }) => sequence > query.since);
    return { data: { actions, version: log.length, now: Date.now() } };
  },

  'POST /sportevents/{id}/score/actions': async ({ params, body, caller, now }) => {
    const match = await requireManaged(params.id, caller);
    let fact: Fact | undefined;
    const { log, score } = await append(
      match.id,
      (log) => {
        const fresh = joining(log, body, now);
        requireKindsOf(match.sport, fresh);
        return fresh;
      },
      (before, after) => {
        const turned = (before?.phase ?? 'BEFORE') !== after.phase;
        fact = newFact('ScoreChanged', { eventId: match.id, turned }, now);
        return [keepFact(fact)];
      },
    );
    if (fact) await tell(fact);
    return { data: { actions: answersTo(body, log), score, now: Date.now() } };
  },
});

/** Row B-PERM-9: an item without the caller's club answers 403. */
async function requireManaged(id: string, caller: Caller): Promise<StoredEvent> {
  const event = await events.get(id);
  if (!event) throw new Refusal('EVT4040');
  if (!manages(caller, event)) throw new Refusal('SSN4030');
  return event;
}
