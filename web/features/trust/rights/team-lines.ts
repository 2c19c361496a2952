/** Lines of the grid: an age category, followed by its separated teams. Pure. */
import type { TeamStatement } from '../../../../shared/contract/rights.ts';
import { type TeamLetter, teamLetters, teamName } from '../../../../shared/domain/match.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import type { Statement } from './queries.ts';

export const isOfTeam = (statement: Statement): statement is TeamStatement => !('name' in statement);

export const toLineKey = (statement: Statement): string =>
  isOfTeam(statement)
    ? `${statement.sport} ${statement.category} ${statement.team ?? ''}`
    : `${statement.sport} ${statement.name}`;

const isOfCategory = (statement: Statement, { sport, category }: TeamStatement): statement is TeamStatement =>
  isOfTeam(statement) && statement.sport === sport && statement.category === category;

/**
 * Adds the teams that staff have just separated, by line key. A team without a statement of its own has the purposes of
 * its category.
 */
export const listLines = (statements: readonly Statement[], separated: readonly string[]): Statement[] =>
  statements.flatMap<Statement>((statement) => {
    if (!isOfTeam(statement)) return [statement];
    if (statement.team) return [];
    return [
      statement,
      ...teamLetters.flatMap((team) => {
        const existing = statements.filter(isOfTeam).find((one) => isOfCategory(one, statement) && one.team === team);
        if (existing?.id) return [existing];
        const line = { ...statement, ...unstated, team, matches: existing?.matches ?? 0 };
        return existing || separated.includes(toLineKey(line)) ? [line] : [];
      }),
    ];
  });

const unstated = { id: null, version: 0, document: null, statedAt: null, statedBy: null, textVersion: null };

export const listLetters = (lines: readonly Statement[], statement: TeamStatement): TeamLetter[] =>
  lines.flatMap((line) => (isOfCategory(line, statement) && line.team ? [line.team] : []));

/** Keys of the lines that 'Separar equipos' adds to a category: two teams, then one each time. */
export function listNextTeams(lines: readonly Statement[], statement: TeamStatement): string[] {
  const letters = listLetters(lines, statement);
  return teamLetters
    .filter((team) => !letters.includes(team))
    .slice(0, letters.length === 0 ? 2 : 1)
    .map((team) => toLineKey({ ...statement, team }));
}

/** 'Alevín B'; of a category with separated teams, 'Alevín (demás equipos)'. */
export function nameTeam(lines: readonly Statement[], statement: TeamStatement): string {
  const isOfOthers = !statement.team && listLetters(lines, statement).length > 0;
  return `${teamName(statement.category, statement.team)}${isOfOthers ? ' (demás equipos)' : ''}`;
}

export const nameLine = (lines: readonly Statement[], statement: Statement): string =>
  `${sportName(statement.sport)} · ${isOfTeam(statement) ? nameTeam(lines, statement) : statement.name}`;

/**
 * Counts the matches that changes may show or hide: those of the team, those that name no team, and those of teams that
 * follow their category.
 */
export const countAffected = (lines: readonly Statement[], changed: readonly Statement[]): number =>
  lines
    .filter((line) => changed.some((statement) => isAffected(line, statement)))
    .reduce((sum, { matches }) => sum + matches, 0);

const isAffected = (line: Statement, changed: Statement): boolean =>
  toLineKey(line) === toLineKey(changed) ||
  (isOfTeam(changed) && isOfCategory(line, changed) && (changed.team ? !line.team : line.id === null));
