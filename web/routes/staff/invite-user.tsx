/** /club-staff-users/create: invites a person to manage a club. */
import { cleanEmail, simpleEmail } from '../../../shared/domain/simple-email.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { ChoiceField } from '../../features/platform/back-office/choice-field.tsx';
import { TextField } from '../../features/platform/back-office/text-field.tsx';
import { useCreate } from '../../features/platform/back-office/use-create.ts';
import { searchManagedClubs } from '../../features/platform/back-office/use-management.ts';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import type { ClubChoice } from '../../ui/club-picker.tsx';
import { FormLayout, Panel } from '../../ui/form-layout.tsx';

interface InvitationForm {
  email: string;
  club: ClubChoice | null;
}

export default function InviteUserPage() {
  const { form, layout } = useCreate<InvitationForm>({
    empty: { email: '', club: null },
    isComplete: ({ email, club }) => !isBlank(email) && club !== null,
    send: async ({ email, club }) => {
      await api('POST /live/club-staff-users', { body: { email: toAddress(email), clubId: club?.id ?? '' } });
      return paths.manage.staff.list;
    },
    staleKeys: ['staff-users'],
    success: ({ email, club }) =>
      `Invitación enviada correctamente a ${toAddress(email)} para unirse a ${club?.name ?? ''}`,
    failure: 'Error al crear el usuario del personal del club',
  });

  return (
    <>
      <BackOfficeHeading title="Invitar al personal del club" />
      <FormLayout
        {...layout}
        submitText="Enviar invitación"
        aside={
          <Panel title="Cómo funciona">
            <ul className="flex list-disc flex-col gap-1.5 pl-5 text-small text-muted">
              <li>La invitación caduca a las 48 horas.</li>
              <li>Le llega un enlace seguro por email para completar su registro.</li>
              <li>Allí indica su nombre y elige su contraseña.</li>
              <li>Tendrá acceso a la gestión, limitado al club elegido.</li>
            </ul>
          </Panel>
        }
      >
        <TextField
          form={form}
          name="email"
          label="Email"
          requiredError="El email es requerido"
          type="email"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          validate={(typed) => simpleEmail.test(cleanEmail(typed)) || 'Por favor, ingresa un email válido'}
        />
        <ChoiceField
          control={form.control}
          name="club"
          label="Club"
          requiredError="Debes seleccionar un club"
          placeholder="Escribe el nombre del club"
          emptyText="No se encontraron clubes"
          search={searchManagedClubs}
        />
      </FormLayout>
    </>
  );
}

const toAddress = (email: string) => email.trim().toLowerCase();
