/** An act of the audit: when, who, what was done to which item, and from which values to which. */
import { Link } from 'react-router-dom';
import type { Act, ActItem } from '../../../../shared/domain/audit-acts.ts';
import { auditKindTexts, auditRoleTexts, describeAct, findItemPath } from '../../../../shared/domain/audit-texts.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ChangeValues } from './change-values.tsx';

interface Props {
  act: Act;
  onItem: (item: ActItem) => void;
}

export function ActLine({ act, onItem }: Props) {
  const { kind, from, until, count, person, role, items } = act;
  const [item] = items;
  if (!item) return null;
  return (
    <li className="grid gap-x-5 gap-y-1 px-4 py-3 lg:grid-cols-[11rem_14rem_minmax(0,1fr)]">
      <p className="text-small tabular-nums text-muted">
        <time dateTime={until}>{formatDateTime(until)}</time>
        {from.slice(0, 16) !== until.slice(0, 16) && (
          <span className="block">
            desde <time dateTime={from}>{formatDateTime(from)}</time>
          </span>
        )}
      </p>
      <p className="text-small">
        <span className="block font-semibold wrap-anywhere">
          {person ? person.name || 'Cuenta eliminada' : auditRoleTexts[role]}
        </span>
        {person && <span className="text-muted">{auditRoleTexts[role]}</span>}
      </p>
      {items.length === 1 ? (
        <ItemChange act={act} item={item} onItem={onItem} />
      ) : (
        <details className="min-w-0">
          <summary className="cursor-pointer">
            <span className="font-semibold">{`${auditKindTexts[kind]}: ${items.length} elementos`}</span>
            <span className="text-small text-muted">{` ${describeAct(act, item)} · ${count} cambios`}</span>
          </summary>
          <ul className="mt-2 flex flex-col gap-3 border-l border-line pl-4">
            {items.map((one) => (
              <li key={one.itemId}>
                <ItemChange act={act} item={one} onItem={onItem} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function ItemChange({ act, item, onItem }: Props & { item: ActItem }) {
  const path = findItemPath(item);
  const title = [auditKindTexts[item.kind], item.name].filter(Boolean).join(': ');
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {path ? (
          <Link to={path} className="font-semibold underline-offset-4 wrap-anywhere hover:underline">
            {title}
          </Link>
        ) : (
          <span className="font-semibold wrap-anywhere">{title}</span>
        )}
        <span className="text-small text-muted">
          {[describeAct(act, item), item.count > 1 && `${item.count} cambios`].filter(Boolean).join(' · ')}
        </span>
        <button
          type="button"
          onClick={() => onItem(item)}
          aria-label={`Ver solo los cambios de ${title}`}
          className="inline-flex min-h-6 items-center text-small text-muted underline underline-offset-4 hover:text-text"
        >
          Ver solo estos
        </button>
      </p>
      <ChangeValues act={act} item={item} />
    </div>
  );
}
