import { Benefits } from '../../people/accounts/account-layout.tsx';

export const EventBenefits = () => (
  <Benefits
    title="Al comprar un evento"
    lines={['Acceso inmediato al evento completo', 'Vuelve a verlo cuando quieras, hasta 90 días', 'Sin compromiso']}
  />
);
