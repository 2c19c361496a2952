/** Statements of what each club earns. Amounts in cents, shares in percent. */
import { plans, productTypes } from './plans.ts';

export const planNames = productTypes.map((product) => plans[product].plan);
export type PlanName = (typeof planNames)[number];

/** A club's percentage of the net income, by plan. */
export type Shares = Record<PlanName, number>;

export const planTexts: Record<PlanName, string> = {
  event: 'Partidos sueltos',
  club: 'Abono del club',
  month: 'Suscripción mensual',
  season: 'Temporada completa',
  family: 'Plan familiar',
};

/** '62,5 %'. */
export const writePercent = (percent: number): string => `${String(percent).replace('.', ',')} %`;
