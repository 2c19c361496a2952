/** Says what a change means for those who have paid for a match, before staff save it. */
import { formatPrice } from '../../../../../shared/domain/price-text.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useMatchAudience } from './queries.ts';

const consequences = {
  cancel:
    'Una hora después de cancelarlo les devolvemos el dinero y se lo decimos por email. Si se va a jugar otro día, ponlo como aplazado: su compra sigue valiendo.',
  open: 'Si lo abres a todo el mundo, a ellas no se les devuelve nada.',
};

export function BuyersNotice({ eventId, change }: { eventId: string; change: keyof typeof consequences }) {
  const { data } = useMatchAudience(eventId);
  if (!data?.buyers) return null;
  const { buyers, amount } = data;
  const people = buyers === 1 ? 'Una persona lo ha pagado' : `${formatCount(buyers)} personas lo han pagado`;
  return (
    <p role="status" className="text-small font-semibold text-danger">
      {`${people} (${formatPrice(amount / 100)}). ${consequences[change]}`}
    </p>
  );
}
