import { lazy } from './lazy.ts';

const format = lazy(() => new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' }));

/** Formats 1.99 as '1,99 €', with a non-breaking space. */
export const formatPrice = (euros: number) => format().format(euros).replace(/\s/g, '\u00a0');
