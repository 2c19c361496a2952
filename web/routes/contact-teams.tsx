/** /contact/teams: the contact form for clubs. */

import { AccountLayout, Benefits } from '../features/people/accounts/account-layout.tsx';
import { TeamsForm } from '../features/people/contact/teams-form.tsx';

export default function ContactTeamsPage() {
  return (
    <AccountLayout
      title="Contactar Equipos"
      intro="¿Quieres que los partidos de tu club se vean aquí? Cuéntanos y te llamamos."
      aside={
        <Benefits
          title="Para tu club"
          lines={[
            'Emite con un móvil o una cámara, sin instalar nada',
            'Los partidos quedan grabados y cifrados',
            'Las familias los ven en el móvil y en la tele',
            'Tu club gestiona sus partidos y sus momentos',
          ]}
        />
      }
    >
      <TeamsForm />
    </AccountLayout>
  );
}
