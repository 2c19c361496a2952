/** The plans: what each gives a right to, and how it is paid. Access, checkout, receipts and pages follow from this table. */

export const productTypes = ['PT_MONTHLY', 'PT_SPORT_EVENT', 'PT_SEASON', 'PT_CLUB_PASS', 'PT_FAMILY'] as const;
export type ProductType = (typeof productTypes)[number];

interface Plan {
  /** Name in the payment provider's metadata, which must not change. */
  plan: 'event' | 'club' | 'month' | 'season' | 'family';
  covers: 'MATCH' | 'CLUB' | 'ALL';
  paid: 'ONCE' | 'MONTHLY';
  /** Its price in the settings. */
  price: keyof Prices;
  /** A plan is not sold to holders of one of the same or a higher rank that covers as much. */
  rank: number;
}

/** Euros, VAT included; 0 for a plan that the stage does not sell. */
export interface Prices {
  event: number;
  monthly: number;
  season: number;
  club: number;
  family: number;
}

export const plans = {
  PT_SPORT_EVENT: { plan: 'event', covers: 'MATCH', paid: 'ONCE', price: 'event', rank: 0 },
  PT_CLUB_PASS: { plan: 'club', covers: 'CLUB', paid: 'ONCE', price: 'club', rank: 1 },
  PT_MONTHLY: { plan: 'month', covers: 'ALL', paid: 'MONTHLY', price: 'monthly', rank: 2 },
  PT_SEASON: { plan: 'season', covers: 'ALL', paid: 'ONCE', price: 'season', rank: 3 },
  PT_FAMILY: { plan: 'family', covers: 'ALL', paid: 'MONTHLY', price: 'family', rank: 4 },
} as const satisfies Record<ProductType, Plan>;

/** Everything that is sold but a single match. */
export const planTypes = productTypes.filter((product) => plans[product].covers !== 'MATCH');

/** A plan that is paid once and lasts until the season's end. */
export type PassType = 'PT_SEASON' | 'PT_CLUB_PASS';

export const isPass = (product: ProductType): product is PassType =>
  product === 'PT_SEASON' || product === 'PT_CLUB_PASS';

export const isProductType = (text: unknown): text is ProductType => productTypes.some((product) => product === text);

/** Name of a plan, as orders, receipts and accounts call it; a match has its own title. */
export function nameProduct(product: ProductType, club?: { name: string } | null): string {
  switch (product) {
    case 'PT_SPORT_EVENT':
      return 'Partido';
    case 'PT_CLUB_PASS':
      return club ? `Abono de ${club.name}` : 'Abono de un club';
    case 'PT_MONTHLY':
      return 'Suscripción mensual';
    case 'PT_SEASON':
      return 'Temporada completa';
    case 'PT_FAMILY':
      return 'Plan familiar';
  }
}

/** A right to watch, from any source. */
export interface Right {
  product: ProductType;
  /** The match or the club; null for everything. */
  of: { eventId: string } | { clubId: string } | null;
  /** ISO 8601. */
  until: string;
  /** Screens that may play at once. */
  screens: number;
}

interface Holder {
  role: string;
  subscription: { provider: string; to: string; plan?: ProductType | undefined; screens?: number | undefined } | null;
  passes?: readonly { product: PassType; club: { id: string } | null; until: string }[] | undefined;
}

/** Everything that a user may watch by a right of their own, from all sources that are valid now. */
export function toRights(
  { role, subscription, passes = [] }: Holder,
  matches: readonly { id: string; until: string }[],
): Right[] {
  return [
    ...(role === 'REGULAR_SUBSCRIBER' ? [toFullRight(subscription)] : []),
    ...passes.flatMap(({ product, club, until }) =>
      club ? [{ product, of: { clubId: club.id }, until, screens: 1 }] : [],
    ),
    ...matches.map(({ id, until }) => ({ product: 'PT_SPORT_EVENT' as const, of: { eventId: id }, until, screens: 1 })),
  ];
}

const toFullRight = (subscription: Holder['subscription']): Right => ({
  // A subscription of the partner, or one given by hand, costs nothing: a season is not sold beside it.
  product: subscription?.plan ?? (subscription?.provider === 'stripe' ? 'PT_MONTHLY' : 'PT_SEASON'),
  of: null,
  until: subscription?.to ?? '',
  screens: subscription?.screens ?? 1,
});

/** The one rule of access: finds the right that covers a match or video, that with the most screens first. */
export function findRight(
  rights: readonly Right[],
  { eventId, clubIds }: { eventId: string | undefined; clubIds: readonly string[] },
): Right | undefined {
  const covering = rights.filter(
    ({ of }) =>
      of === null || ('eventId' in of ? eventId !== undefined && of.eventId === eventId : clubIds.includes(of.clubId)),
  );
  return covering.toSorted((a, b) => b.screens - a.screens || b.until.localeCompare(a.until))[0];
}

/** True if a held right makes the product superfluous; its clubs are those of a match. */
export function isCovered(
  rights: readonly Right[],
  wanted: { product: ProductType; eventId?: string | undefined; clubIds: readonly string[] },
): boolean {
  const { covers, rank } = plans[wanted.product];
  return rights.some(({ product, of }) => {
    if (plans[product].rank < rank) return false;
    if (of === null) return true;
    if (covers === 'ALL') return false;
    return 'clubId' in of ? wanted.clubIds.includes(of.clubId) : of.eventId === wanted.eventId;
  });
}
