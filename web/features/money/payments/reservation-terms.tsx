/** Explains refund and access of a match that is paid before it begins. */
import { reservationTerms } from '../../../../shared/domain/reservation.ts';

export const ReservationTerms = () => <p className="max-w-[52ch] text-small text-muted">{reservationTerms}</p>;
