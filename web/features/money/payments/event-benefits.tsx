import { Benefits } from '../../people/accounts/account-layout.tsx';

export const EventBenefits = () => (
  <Benefits
    title="Al comprar un partido"
    lines={['Acceso inmediato al partido completo', 'Vuelve a verlo cuando quieras, hasta 90 días', 'Sin compromiso']}
  />
);
