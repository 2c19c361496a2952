/** Values that a change replaced, and the names of other changed fields, whose values are not kept. */
import type { Act, ActItem } from '../../../../shared/domain/audit-acts.ts';
import { describeAuditField, listActValues } from '../../../../shared/domain/audit-texts.ts';

interface Props {
  act: Pick<Act, 'action'>;
  item: Pick<ActItem, 'kind' | 'before' | 'after' | 'fields'>;
}

export function ChangeValues({ act, item }: Props) {
  const values = listActValues(act, item);
  const others = item.fields.flatMap((field) => describeAuditField(field) ?? []);
  const isBack = act.action === 'CHANGE' && values.length === 0 && item.fields.length === 0;
  return (
    <ul className="flex flex-col gap-0.5 text-small wrap-anywhere">
      {values.map(({ text, before, after }) => (
        <li key={text}>
          <span className="text-muted">{`${text}: `}</span>
          {before}
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> pasa a </span>
          {after}
        </li>
      ))}
      {others.length > 0 && <li className="text-muted">{`También: ${others.join(', ')}`}</li>}
      {isBack && <li className="text-muted">Quedó como estaba</li>}
    </ul>
  );
}
