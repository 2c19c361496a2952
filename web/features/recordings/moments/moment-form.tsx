/** The form of a moment: time, type, label. Enter saves, Escape cancels. */
import { useForm } from 'react-hook-form';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { cx } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { parseTime, timeFormat } from './moment-time.ts';
import { getMomentLook } from './moment-types.ts';
import type { MomentFields } from './queries.ts';

export interface MomentDraft {
  time: string;
  label: string;
  momentTypeId: number;
}

interface Props {
  draft: MomentDraft;
  types: readonly { id: number; type: string }[];
  /** Text about a change by another user since editing began. */
  notice?: string | undefined;
  submitText: string;
  /** `changed` contains the changed fields, `fields` all of them. */
  onSubmit: (fields: MomentFields, changed: Partial<MomentFields>) => Promise<unknown>;
  onCancel: () => void;
}

export function MomentForm({ draft, types, notice, submitText, onSubmit, onCancel }: Props) {
  const form = useForm<MomentDraft>({ mode: 'onTouched', defaultValues: draft });
  const { errors, isDirty, isSubmitting } = form.formState;
  const chosen = form.watch('momentTypeId');

  const save = form.handleSubmit(async (filled) => {
    const fields = {
      timestampMs: parseTime(filled.time) ?? 0,
      label: filled.label.trim(),
      momentTypeId: filled.momentTypeId,
    };
    const changed: Partial<MomentFields> = {};
    if (filled.time !== draft.time) changed.timestampMs = fields.timestampMs;
    if (fields.label !== draft.label) changed.label = fields.label;
    if (fields.momentTypeId !== draft.momentTypeId) changed.momentTypeId = fields.momentTypeId;
    await onSubmit(fields, changed);
  });

  /** Chooses a type and, unless another label was typed, its name as the label. */
  function choose(id: number) {
    const names = new Set(types.map(({ type }) => getMomentLook(type).name));
    const written = form.getValues('label').trim();
    if (written === '' || names.has(written)) {
      const type = types.find((candidate) => candidate.id === id)?.type;
      form.setValue('label', getMomentLook(type).name, { shouldDirty: true, shouldValidate: true });
    }
    form.setValue('momentTypeId', id, { shouldDirty: true });
  }

  return (
    <form
      noValidate
      aria-label={submitText}
      className="flex flex-col gap-4 rounded-md border border-line-strong bg-surface p-4"
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      {isDirty && !isSubmitting && <LeaveGuard />}
      <p role="alert" className="text-small break-words text-warning empty:hidden">
        {notice}
      </p>
      <div className="grid grid-cols-[6rem_1fr] gap-3">
        <TextInput
          label="Tiempo"
          required
          inputMode="text"
          placeholder="mm:ss"
          autoComplete="off"
          className="text-center tabular-nums"
          error={errors.time?.message}
          {...form.register('time', { validate: (time) => parseTime(time) !== undefined || timeFormat })}
        />
        <TextInput
          label="Etiqueta"
          required
          autoComplete="off"
          autoFocus
          error={errors.label?.message}
          {...form.register('label', {
            validate: (label) => {
              if (isBlank(label)) return 'La etiqueta es requerida';
              return label.trim().length <= 500 || 'La etiqueta no puede superar los 500 caracteres';
            },
          })}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 text-small font-semibold">Tipo</legend>
        <div className="flex flex-wrap gap-1.5">
          {types.map(({ id, type }) => {
            const { name, icon } = getMomentLook(type);
            return (
              <label
                key={id}
                className={cx(
                  'inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-note font-semibold transition-colors pointer-coarse:min-h-11',
                  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                  id === chosen
                    ? 'border-accent bg-accent text-on-accent'
                    : 'border-line text-muted hover:border-line-strong hover:text-text',
                )}
              >
                <input
                  type="radio"
                  name="momentTypeId"
                  className="sr-only"
                  checked={id === chosen}
                  onChange={() => choose(id)}
                />
                <Icon name={icon} size={16} />
                {name}
              </label>
            );
          })}
        </div>
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button kind="quiet" size="small" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" size="small" busy={isSubmitting}>
          {submitText}
        </Button>
      </div>
    </form>
  );
}
