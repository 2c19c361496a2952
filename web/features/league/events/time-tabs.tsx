import type { Choice } from '../../../ui/select.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { tables, timeChoices } from './event-times.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  none?: string;
  /** Offers the tables first. */
  hasTables?: boolean;
}

export function TimeTabs({ value, onChange, none, hasTables = false }: Props) {
  const choices: Choice[] = [
    ...(hasTables ? [{ value: tables, label: 'Clasificación' }] : []),
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...timeChoices,
  ];
  return <Tabs label="Cuándo" choices={choices} value={value} onChange={onChange} />;
}
