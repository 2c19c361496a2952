/** A form's fields for sport and event; a change of sport clears the event. */
import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { Select } from '../../../ui/select.tsx';
import { EventSelect } from './event-select.tsx';
import { sportChoices } from './list-filters.ts';

interface SportAndEvent {
  sport: Sport;
  sportEventId: string;
  title?: string;
}

export function SportField<Form extends SportAndEvent>({ form }: { form: UseFormReturn<Form> }) {
  const { register, setValue } = narrowForm(form);
  return (
    <Select
      label="Deporte"
      choices={sportChoices}
      {...register('sport', { onChange: () => setValue('sportEventId', '', { shouldDirty: true }) })}
    />
  );
}

type Props<Form extends SportAndEvent> = {
  form: UseFormReturn<Form>;
  validate?: (sportEventId: string, values: SportAndEvent) => string | true;
  deps?: 'title';
} & Pick<ComponentProps<typeof EventSelect>, 'createPath' | 'onCreate' | 'required' | 'placeholder'>;

export function EventField<Form extends SportAndEvent>({ form, validate, deps, ...rest }: Props<Form>) {
  const { register, watch, formState } = narrowForm(form);
  const [sport, chosenId] = watch(['sport', 'sportEventId']);
  return (
    <EventSelect
      sport={sport}
      chosenId={chosenId}
      error={formState.errors.sportEventId?.message}
      {...rest}
      {...register('sportEventId', { deps, validate })}
    />
  );
}

/** The compiler cannot see that a form with more fields has these two. */
const narrowForm = <Form extends SportAndEvent>(form: UseFormReturn<Form>) =>
  form as unknown as UseFormReturn<SportAndEvent>;
