/** Date and time in Madrid, in steps of five minutes. The value has the datetime-local format. */
import { TextInput, type TextInputProps } from './text-input.tsx';

export function DateTimeInput(props: TextInputProps) {
  return <TextInput {...props} type="datetime-local" step={300} />;
}
