import type { Choice } from '../../../ui/select.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { timeChoices } from './event-times.ts';

export function TimeTabs({
  value,
  onChange,
  none,
}: {
  value: string;
  onChange: (value: string) => void;
  none?: string;
}) {
  const choices: Choice[] = none === undefined ? timeChoices : [{ value: '', label: none }, ...timeChoices];
  return <Tabs label="Cuándo" choices={choices} value={value} onChange={onChange} />;
}
