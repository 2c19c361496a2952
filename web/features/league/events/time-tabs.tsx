import type { Choice } from '../../../ui/select.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { tables, timeChoices } from './event-times.ts';

export function TimeTabs({
  value,
  onChange,
  none,
  hasTables = false,
}: {
  value: string;
  onChange: (value: string) => void;
  none?: string;
  /** Offers the tables first. */
  hasTables?: boolean;
}) {
  const choices: Choice[] = [
    ...(hasTables ? [{ value: tables, label: 'Clasificación' }] : []),
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...timeChoices,
  ];
  return <Tabs label="Cuándo" choices={choices} value={value} onChange={onChange} />;
}
