/** Modules of functions/ and web/features/, from the lowest to the highest. */
export const modules = [
  'platform',
  'league',
  'people',
  'recordings',
  'broadcast',
  'viewing',
  'money',
  'reach',
  'trust',
] as const;

export type Module = (typeof modules)[number];
