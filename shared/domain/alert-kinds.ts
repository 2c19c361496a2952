export const alertKinds = ['STARTS', 'SIGNAL', 'GOALS', 'ENDS', 'VIDEO', 'CHANGES'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Names in the settings, which follow 'Avísame de…'. */
export const alertNames: Record<AlertKind, string> = {
  STARTS: 'El comienzo',
  SIGNAL: 'La vuelta de la imagen tras un corte',
  GOALS: 'Los goles',
  ENDS: 'El final',
  VIDEO: 'Que ya se puede ver',
  CHANGES: 'Los cambios de hora y las cancelaciones',
};

/** Email is too slow for goals. */
export const mailedKinds: readonly AlertKind[] = alertKinds.filter((kind) => kind !== 'GOALS');

/** A match, or all matches of a club. */
export const followable = ['events', 'clubs'] as const;
export type Followable = (typeof followable)[number];
