/** The stage's notice over every page, until it is closed or taken back. Fixed, so that it moves nothing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readConfig } from '../lib/config.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Milliseconds. */
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
      className="fixed top-18 left-1/2 z-30 flex w-max max-w-[92vw] -translate-x-1/2 items-center gap-1 rounded-lg border border-line-strong bg-surface pl-5 text-small shadow-overlay"
    >
      <span>{data}</span>
      <IconButton icon="close" label="Cerrar el aviso" onClick={() => setClosed(data)} />
    </div>
  );
}
