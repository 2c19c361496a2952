/** The image rights of one match, beside its form. */
import { Panel } from '../../../ui/form-layout.tsx';
import { Lacks, Verdict } from './match-rights.tsx';
import { useRightsOfMatch } from './queries.ts';

export function EventRights({ id }: { id: string }) {
  const { data } = useRightsOfMatch(id);
  return (
    <Panel title="Derechos de imagen">
      {/* Keeps its height while it loads. */}
      <div className="min-h-6">{data && <Verdict {...data} />}</div>
      {data && <Lacks lacks={data.match.lacks} eventId={id} />}
    </Panel>
  );
}
