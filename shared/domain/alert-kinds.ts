/** Kinds of alerts about a match. */
export const alertKinds = ['STARTS', 'GOALS', 'ENDS', 'VIDEO', 'CHANGES'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Names in the settings. */
export const alertNames: Record<AlertKind, string> = {
  STARTS: 'Empieza',
  GOALS: 'Goles',
  ENDS: 'Final',
  VIDEO: 'Ya se puede ver',
  CHANGES: 'Cambia de hora o se cancela',
};

/** Email is too slow for goals. */
export const mailedKinds: readonly AlertKind[] = alertKinds.filter((kind) => kind !== 'GOALS');

/** A match, or all matches of a club. */
export const followable = ['events', 'clubs'] as const;
export type Followable = (typeof followable)[number];
