/** The fields of a club. */
import { Controller, type UseFormReturn } from 'react-hook-form';
import { type SideKind, sideKinds } from '../../../../../shared/league/score.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextInput } from '../../../../ui/text-input.tsx';
import { SwitchField } from '../../../platform/manage/switch-field.tsx';

export interface ClubForm {
  name: string;
  visible: boolean;
  /** Only a club that exists chooses. */
  momentKinds?: SideKind[];
  publicClips?: boolean;
}

export function ClubFields({ form, disabled = false }: { form: UseFormReturn<ClubForm>; disabled?: boolean }) {
  return (
    <>
      <TextInput
        label="Nombre"
        required
        maxLength={120}
        error={form.formState.errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'El nombre del club es requerido' })}
      />
      <SwitchField
        control={form.control}
        name="visible"
        label="Club visible"
        on="Visible en la web"
        off="Oculto"
        disabled={disabled}
      />
    </>
  );
}

/** What of its matches becomes a moment of the recording by itself (D-SCORE-6). */
export function MomentKinds({ form, disabled }: { form: UseFormReturn<ClubForm>; disabled: boolean }) {
  return (
    <fieldset className="flex flex-col gap-1" disabled={disabled}>
      <legend className="mb-1 text-small font-semibold">Momentos automáticos</legend>
      <p className="text-note text-muted">Lo que la mesa apunte de tu club se marcará solo en la grabación.</p>
      <Controller
        control={form.control}
        name="momentKinds"
        render={({ field: { value = [], onChange } }) => (
          <div className="grid sm:grid-cols-2">
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={names[kind]}
                checked={value.includes(kind)}
                onChange={(event) =>
                  onChange(kinds.filter((one) => (one === kind ? event.target.checked : value.includes(one))))
                }
              />
            ))}
          </div>
        )}
      />
    </fieldset>
  );
}

/** Whether clips of its matches may be open to everybody (D-CLIP-3). */
export function PublicClips({ form, disabled }: { form: UseFormReturn<ClubForm>; disabled: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-small font-semibold">Clips</p>
      <p className="text-note text-muted">
        Jugadas cortas de tus partidos. Las públicas se ven sin cuenta y se comparten con un enlace.
      </p>
      <SwitchField
        control={form.control}
        name="publicClips"
        label="Clips públicos"
        on="Se pueden publicar"
        off="Solo para el club"
        disabled={disabled}
      />
    </div>
  );
}

const kinds: SideKind[] = [...new Set([...sideKinds.SOCCER, ...sideKinds.BASKET])];

const names: Record<SideKind, string> = {
  GOAL: 'Goles',
  OWN_GOAL: 'Goles en propia puerta',
  YELLOW_CARD: 'Tarjetas amarillas',
  RED_CARD: 'Tarjetas rojas',
  SAVE: 'Paradas',
  OTHER: 'Otras jugadas',
  ONE_POINT: 'Tiros libres',
  TWO_POINTS: 'Canastas de dos',
  THREE_POINTS: 'Triples',
  FOUL: 'Faltas',
  TIME_OUT: 'Tiempos muertos',
};
