/** Explains the refund and access of a match that is paid before it begins. */
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

export const ReservationTerms = () => (
  <p className="max-w-[52ch] text-small text-muted">
    Si cambia de fecha, tu compra sigue valiendo. Si se cancela o no llega a verse,{' '}
    <Link to={`${paths.landing}#contacto`} className="font-semibold text-text underline underline-offset-4">
      escríbenos
    </Link>{' '}
    y te devolvemos el dinero.
  </p>
);
