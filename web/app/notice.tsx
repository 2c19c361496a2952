/** The stage's notice above every page, shown until the user closes it or the stage removes it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readConfig } from '../lib/config.ts';
import { IconButton } from '../ui/icon-button.tsx';

const pollMs = 20_000;

export function Notice({ notice }: { notice: string }) {
  const [closed, setClosed] = useState('');
  const { data = notice } = useQuery({
    queryKey: ['notice'],
    queryFn: async () => (await readConfig()).notice,
    initialData: notice,
    refetchInterval: ({ state }) => (state.data ? pollMs : false),
  });
  if (!data || data === closed) return null;
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-1 border-b border-line bg-raised px-gutter text-small"
    >
      <span>{data}</span>
      <IconButton icon="close" label="Cerrar el aviso" onClick={() => setClosed(data)} />
    </div>
  );
}
