/** The last change of an item, below its form: who, when and what. */
import type { AuditKind } from '../../../../shared/contract/audit.ts';
import { auditRoleTexts, describeAct } from '../../../../shared/domain/audit-texts.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ChangeValues } from './change-values.tsx';
import { useLastChange } from './queries.ts';

export function LastChange({ kind, id, version }: { kind: AuditKind; id: string; version: number }) {
  const { data: entry } = useLastChange(kind, id, version);
  if (!entry) return null;
  const { at, person, role } = entry;
  return (
    <section aria-label="Último cambio" className="mt-6 border-t border-line pt-4 text-small">
      <p>
        <span className="font-semibold">{`${describeAct(entry, entry)} el ${formatDateTime(at)}`}</span>
        <span className="text-muted">{` · ${person?.name || auditRoleTexts[role]}`}</span>
      </p>
      <ChangeValues act={entry} item={entry} />
    </section>
  );
}
