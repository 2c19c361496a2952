/** /club-staff-users/create: invites a person to manage a club. */
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { cleanEmail, simpleEmail } from '../../../shared/domain/simple-email.ts';
import { TextField } from '../../features/platform/manage/text-field.tsx';
import { useDelayedNavigate } from '../../features/platform/manage/use-delayed-navigate.ts';
import { searchManagedClubs } from '../../features/platform/manage/use-management.ts';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { ChoicePicker } from '../../ui/choice-picker.tsx';
import type { ClubChoice } from '../../ui/club-picker.tsx';
import { FormLayout, mandatoryHint, Panel } from '../../ui/form-layout.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useSave } from '../../ui/use-save.ts';

interface InvitationForm {
  email: string;
  club: ClubChoice | null;
}

export default function InviteUserPage() {
  const queries = useQueryClient();
  const navigateLater = useDelayedNavigate();
  const { run, isSaving, isSaved, failure } = useSave();
  const form = useForm<InvitationForm>({ mode: 'onTouched', defaultValues: { email: '', club: null } });
  const { isDirty } = form.formState;
  const { email, club } = form.watch();
  const complete = email.trim() !== '' && club !== null;
  const address = email.trim().toLowerCase();

  const submit = form.handleSubmit((filled) =>
    run(
      async () => {
        await api('POST /live/club-staff-users', { body: { email: address, clubId: filled.club?.id ?? '' } });
        await queries.invalidateQueries({ queryKey: ['staff-users'] });
        navigateLater(paths.manage.staff.list);
      },
      `Invitación enviada correctamente a ${address} para unirse a ${filled.club?.name ?? ''}`,
      (error) => errorText(error, 'Error al crear el usuario del personal del club'),
    ),
  );

  return (
    <>
      <PageHeading title="Invitar al personal del club" />
      <FormLayout
        onSubmit={submit}
        submit="Enviar invitación"
        ready={complete}
        busy={isSaving || isSaved}
        failure={failure}
        unsaved={isDirty && !isSaved}
        hint={complete ? undefined : mandatoryHint}
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
          missing="El email es requerido"
          type="email"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          validate={(typed) => simpleEmail.test(cleanEmail(typed)) || 'Por favor, ingresa un email válido'}
        />
        <Controller
          control={form.control}
          name="club"
          rules={{ required: 'Debes seleccionar un club' }}
          render={({ field, fieldState }) => (
            <ChoicePicker
              label="Club"
              required
              placeholder="Escribe el nombre del club"
              nothing="No se encontraron clubes"
              search={searchManagedClubs}
              chosen={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormLayout>
    </>
  );
}
