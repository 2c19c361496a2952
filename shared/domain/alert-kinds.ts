/** What a person can be told of a match, as settings and messages know it. Row D-ALERT-1. */
export const alertKinds = ['STARTS', 'GOALS', 'ENDS', 'VIDEO', 'CHANGES'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** As people choose them. */
export const alertNames: Record<AlertKind, string> = {
  STARTS: 'Empieza',
  GOALS: 'Goles',
  ENDS: 'Final',
  VIDEO: 'Ya se puede ver',
  CHANGES: 'Cambia de hora o se cancela',
};

/** Mails are too slow for the others. */
export const mailedKinds: readonly AlertKind[] = alertKinds.filter((kind) => kind !== 'GOALS');

/** What somebody can follow: a match, or all matches of a club. */
export const followable = ['events', 'clubs'] as const;
export type Followable = (typeof followable)[number];
