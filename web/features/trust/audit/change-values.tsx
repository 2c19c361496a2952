/** Old and new values of an audit entry's fields, and the names of other changed fields, whose values are not kept. */
import type { AuditView } from '../../../../shared/contract/audit.ts';
import { describeAuditField, describeAuditValue } from './texts.ts';

export function ChangeValues({ entry: { action, before, after, fields } }: { entry: AuditView }) {
  const fieldsWithValues = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const text = describeAuditField(field);
    return text ? [{ field, text }] : [];
  });
  const others = fields.flatMap((field) => describeAuditField(field) ?? []);
  return (
    <ul className="flex flex-col gap-0.5 text-small wrap-anywhere">
      {action === 'CHANGE' &&
        fieldsWithValues.map(({ field, text }) => (
          <li key={field}>
            <span className="text-muted">{`${text}: `}</span>
            {describeAuditValue(before[field])}
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> pasa a </span>
            {describeAuditValue(after[field])}
          </li>
        ))}
      {others.length > 0 && <li className="text-muted">{`También: ${others.join(', ')}`}</li>}
    </ul>
  );
}
