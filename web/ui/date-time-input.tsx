/** Date and time in Madrid, in steps of five minutes. The value has the format of datetime-local. */
import { describeZone } from '../lib/format.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';

export function DateTimeInput(props: TextInputProps) {
  return <TextInput {...props} hint={props.hint ?? (describeZone() || undefined)} type="datetime-local" step={300} />;
}
