import type { Sport } from '../../../../shared/contract/schema.ts';
import type { TableRules, TieRule } from '../../../../shared/domain/standings.ts';

export const tieNames: Record<Sport, Record<TieRule, string>> = {
  SOCCER: {
    HEAD_TO_HEAD:
      'Entre los empatados (RFEF): puntos y goles de sus partidos; después, diferencia general y goles a favor',
    GENERAL: 'General: diferencia de goles y goles a favor; después, los partidos entre los empatados',
  },
  BASKET: {
    HEAD_TO_HEAD:
      'Entre los empatados (FEB): puntos, diferencia y tantos de sus partidos; después, diferencia general y tantos a favor',
    GENERAL: 'General: diferencia de tantos y tantos a favor; después, los partidos entre los empatados',
  },
};

/** Describes a table's rules, as in 'Victoria, 3 puntos; empate, 1; derrota, 0. Si empatan a puntos, …'. Pure. */
export function describeRules({ sport, rules }: { sport: Sport; rules: TableRules }): string {
  const { win, draw, loss, ties } = rules;
  const points = [
    `Victoria, ${win} ${win === 1 ? 'punto' : 'puntos'}`,
    ...(sport === 'SOCCER' ? [`empate, ${draw}`] : []),
    `derrota, ${loss}`,
  ].join('; ');
  const tie = tieNames[sport][ties];
  return `${points}. Con los mismos puntos decide: ${tie.charAt(0).toLowerCase()}${tie.slice(1)}.`;
}
