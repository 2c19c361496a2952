/** Date and time in Madrid, in steps of five minutes (B-EV-4). The value is what datetime-local holds. */
import { TextInput, type TextInputProps } from './text-input.tsx';

export function DateTimeInput(props: TextInputProps) {
  return <TextInput {...props} type="datetime-local" step={300} />;
}
