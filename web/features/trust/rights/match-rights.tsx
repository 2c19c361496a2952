/** The matches of the next days, and what each lacks before it may be public. */
import { Link } from 'react-router-dom';
import type { MissingRight, RightsMatch } from '../../../../shared/contract/rights.ts';
import { matchFacts } from '../../../../shared/domain/match.ts';
import { capitalise, formatKickOff } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { rightsPath } from './rights-path.ts';

export function MatchRights({ matches, isEnforced }: { matches: readonly RightsMatch[]; isEnforced: boolean }) {
  return (
    <ul aria-label="Partidos" className="flex flex-col gap-2">
      {matches.map((match) => (
        <li key={match.id} className="rounded-md border border-line bg-surface p-4">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-60">
              <Link
                to={paths.manage.events.edit(match.id)}
                className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {match.title}
              </Link>
              <p className="text-note text-muted wrap-anywhere">
                {[capitalise(formatKickOff(match.scheduledStartDate)), matchFacts(match)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Verdict match={match} isEnforced={isEnforced} />
          </div>
          <Lacks lacks={match.lacks} eventId={match.id} />
        </li>
      ))}
    </ul>
  );
}

export function Verdict({ match: { lacks, visible }, isEnforced }: { match: RightsMatch; isEnforced: boolean }) {
  if (lacks.length === 0) return <StatusPill tone="success">Todo en regla</StatusPill>;
  if (!isEnforced && visible) return <StatusPill tone="warning">Se ve, pero falta algo</StatusPill>;
  return visible ? (
    <StatusPill tone="warning">Se ve en parte</StatusPill>
  ) : (
    <StatusPill tone="danger">Solo lo ve el personal</StatusPill>
  );
}

/** Each lack, with the page that can settle it. */
export function Lacks({ lacks, eventId }: { lacks: readonly MissingRight[]; eventId: string }) {
  if (lacks.length === 0) return null;
  return (
    <ul className="mt-2 -mb-2 flex flex-col border-t border-line pt-1 text-small">
      {lacks.map((lack) => (
        <li key={`${lack.reason} ${lack.club?.id}`} className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{`Falta ${lack.text}.`}</span>
          <TextLink to={findRepairPath(lack, eventId)} isTarget className="shrink-0">
            {repairTexts[lack.reason]}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

const repairTexts: Record<MissingRight['reason'], string> = {
  TEAM: 'Ver sus equipos',
  CONTRACT: 'Ver el contrato',
  RIVAL: 'Ver las competiciones',
  CATEGORY: 'Poner la categoría',
};

function findRepairPath({ reason, club }: MissingRight, eventId: string): string {
  if (reason === 'CATEGORY') return paths.manage.events.edit(eventId);
  return reason === 'RIVAL' ? rightsPath('competiciones') : rightsPath('equipos', club?.id);
}
