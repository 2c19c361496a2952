/** Types of moments, without the contract's schemas. */

/** The ids are stored with moments, so an entry never changes. */
export const momentTypes = [
  { id: 1, type: 'custom' },
  { id: 2, type: 'goal' },
  { id: 3, type: 'chance' },
  { id: 4, type: 'foul' },
  { id: 5, type: 'card' },
  { id: 6, type: 'substitution' },
  { id: 7, type: 'save' },
  { id: 8, type: 'basket' },
  { id: 9, type: 'three_pointer' },
  { id: 10, type: 'timeout' },
] as const;

export type MomentType = (typeof momentTypes)[number]['type'];
