/** Words of an invoice for what was sold, from the metadata of its order. */
import { cutText } from '../../../shared/domain/cut-text.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';

/** Without a score: an invoice never tells a result. The agency takes 500 characters. */
export const describeSale = ({ eventTitle }: Record<string, string>): string =>
  eventTitle ? cutText(`Acceso al partido «${removeScore(eventTitle)}»`, 500) : 'Suscripción mensual';
