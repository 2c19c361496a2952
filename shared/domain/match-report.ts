/** The report of a match ('acta'): each side's goals, cards and players, from the match's log. Pure. */
import { type LogLine, listLines, type MatchLog } from './match-log.ts';
import { countPoints, type Side, type SideKind } from './score.ts';

export interface ReportEntry {
  id: string;
  /** `45+2'` */
  time: string;
  shirt: number | null;
}

/** The points of one shirt number in basketball; null for those without one. */
export interface ReportPlayer {
  shirt: number | null;
  points: number;
  baskets: [one: number, two: number, three: number];
  fouls: number;
}

export interface SideReport {
  /** Football: goals that count for this side; an `own` one was scored by a player of the other side. */
  goals: (ReportEntry & { own: boolean })[];
  cards: (ReportEntry & { red: boolean })[];
  /** Basketball: players in the order of their shirt numbers. */
  players: ReportPlayer[];
}

export function toMatchReport(log: MatchLog): { home: SideReport; away: SideReport } {
  const lines = listLines(log);
  return { home: reportSide(lines, 'HOME'), away: reportSide(lines, 'AWAY') };
}

function reportSide(lines: readonly LogLine[], side: Side): SideReport {
  const own = lines.filter((line) => line.side === side);
  const players = new Map<number | null, ReportPlayer>();
  for (const { kind, shirt } of own) {
    const points = countPoints(kind);
    if (!basketKinds.includes(kind)) continue;
    const player = players.get(shirt) ?? { shirt, points: 0, baskets: [0, 0, 0], fouls: 0 };
    players.set(shirt, player);
    player.points += points;
    if (kind === 'FOUL') player.fouls += 1;
    else player.baskets[points - 1] = (player.baskets[points - 1] ?? 0) + 1;
  }
  return {
    goals: lines
      .filter(({ kind, scores }) => scores === side && (kind === 'GOAL' || kind === 'OWN_GOAL'))
      .map(({ id, time, shirt, kind }) => ({ id, time, shirt, own: kind === 'OWN_GOAL' })),
    cards: own
      .filter(({ kind }) => kind === 'YELLOW_CARD' || kind === 'RED_CARD')
      .map(({ id, time, shirt, kind }) => ({ id, time, shirt, red: kind === 'RED_CARD' })),
    // Players without a number come last.
    players: [...players.values()].toSorted(
      (a, b) => (a.shirt ?? Number.POSITIVE_INFINITY) - (b.shirt ?? Number.POSITIVE_INFINITY),
    ),
  };
}

const basketKinds: readonly SideKind[] = ['ONE_POINT', 'TWO_POINTS', 'THREE_POINTS', 'FOUL'];
