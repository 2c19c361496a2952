/** Prices as users read them. */
import { lazy } from './lazy.ts';

const format = lazy(() => new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' }));

/** 1.99 → '1,99 €', which no line break divides. */
export const formatPrice = (euros: number) => format().format(euros).replace(/\s/g, '\u00a0');
