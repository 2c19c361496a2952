import { Panel } from '../../../ui/form-layout.tsx';
import { Lacks, Verdict } from './match-rights.tsx';
import { useMatchRights } from './queries.ts';

export function EventRights({ id }: { id: string }) {
  const { data } = useMatchRights(id);
  return (
    <Panel title="Derechos de imagen">
      {/* The minimum height keeps the page from shifting once it has loaded. */}
      <div className="min-h-6">{data && <Verdict {...data} />}</div>
      {data && <Lacks lacks={data.match.lacks} eventId={id} />}
    </Panel>
  );
}
