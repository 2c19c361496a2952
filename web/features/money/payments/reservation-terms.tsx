/** Explains refund and access of a match that is paid before it begins. */
import { Link } from 'react-router-dom';
import { reservationTerms } from '../../../../shared/domain/reservation.ts';
import { paths } from '../../../lib/paths.ts';

export const ReservationTerms = () => (
  <p className="max-w-[52ch] text-small text-muted">
    {reservationTerms.start}{' '}
    <Link to={`${paths.landing}#contacto`} className="font-semibold text-text underline underline-offset-4">
      {reservationTerms.contact}
    </Link>{' '}
    {reservationTerms.end}
  </p>
);
