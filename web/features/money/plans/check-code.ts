/** Turns the form of a promotion code into the request's body, or into its first problem. */
import {
  type NewPromotionCode,
  promotedPlans,
  promotionCodePattern,
  promotionLimits,
} from '../../../../shared/contract/plans.ts';
import { endOfDay } from '../../../../shared/domain/madrid-time.ts';

export interface CodeTexts {
  code: string;
  off: string;
  unit: NewPromotionCode['unit'];
  /** Empty for everything that is sold. */
  product: string;
  clubId: string | undefined;
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string;
  uses: string;
}

export interface CodeProblem {
  field: 'code' | 'off' | 'clubId' | 'lastDay' | 'uses';
  text: string;
}

export function checkCode(
  { code, off, unit, product, clubId, lastDay, uses }: CodeTexts,
  now: number,
): Omit<NewPromotionCode, 'id'> | CodeProblem {
  const [text, amount, most] = [code.trim().toUpperCase(), toAmount(off, unit), toWhole(uses)];
  const plan = promotedPlans.find((one) => one === product) ?? null;
  const until = lastDay ? endOfDay(lastDay) : null;
  if (!promotionCodePattern.test(text))
    return { field: 'code', text: 'De 3 a 30 letras sin tilde, números o guiones, sin espacios' };
  if (!(amount >= 1 && amount <= promotionLimits[unit]))
    return { field: 'off', text: unit === 'PERCENT' ? 'Un número entero del 1 al 100' : 'Un importe de 0,01 a 100 €' };
  if (plan === 'PT_CLUB_PASS' && !clubId) return { field: 'clubId', text: 'Elige el club del abono' };
  if (until !== null && Date.parse(until) <= now) return { field: 'lastDay', text: 'Elige un día que no haya pasado' };
  if (uses.trim() && !(most >= 1 && most <= 100_000))
    return { field: 'uses', text: 'Un número entero del 1 al 100.000' };
  return {
    code: text,
    unit,
    off: amount,
    product: plan,
    ...(plan === 'PT_CLUB_PASS' && { clubId }),
    until,
    uses: uses.trim() ? most : null,
  };
}

/** Percent, or cents; NaN for what is neither. */
const toAmount = (text: string, unit: NewPromotionCode['unit']): number =>
  unit === 'PERCENT' ? toWhole(text) : Math.round(Number(text.trim().replace(',', '.') || Number.NaN) * 100);

const toWhole = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
