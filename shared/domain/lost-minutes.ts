/** 'Si no se ve, no se paga': how much of a match's price goes back for the minutes without a picture. Pure. */

/** Percent of the price that goes back from a share of the played time without a picture, in percent, the highest first. */
export const refundTable = [
  { from: 66, back: 100 },
  { from: 33, back: 66 },
  { from: 10, back: 33 },
] as const;

/** Percent of the price that goes back; 0 below the table. */
export const findRefundPercent = (lostMs: number, playedMs: number): number =>
  playedMs > 0 ? (refundTable.find(({ from }) => 100 * lostMs >= from * playedMs)?.back ?? 0) : 0;

/** Minutes without a picture, as everybody sees them. A match that lost less than a minute has none. */
export interface LostPicture {
  minutes: number;
  /** The times of the match, as `31'–42'` or `C3 1:10–4:05`. They may reveal that there was extra time. */
  spans: string[];
  /** Percent of the price that goes back to buyers from before the loss was published. */
  back: number;
}

export const formatLostMinutes = (minutes: number): string => (minutes === 1 ? '1 minuto' : `${minutes} minutos`);
