/** Selects all rows of a list's page, counts the selected ones, and applies actions to them. */
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { undoToast } from '../../../ui/undo-toast.tsx';
import {
  type BulkFailure,
  type BulkProgress,
  type BulkResult,
  changeEach,
  concurrency,
  type Selection,
} from './bulk.ts';
import type { TitledItem } from './list-page.ts';

export interface BulkAction<Item> {
  text: string;
  icon: IconName;
  isDangerous?: true;
  /** Returns true for items that the action can change; others are skipped. Undefined if it can change all. */
  appliesTo?: (item: Item) => boolean;
  send: (item: Item) => Promise<unknown>;
  /** Text of the result: '3 videos publicados'. */
  done: (count: number) => string;
  /** Undoes the change; undefined if that is impossible. */
  undo?: (item: Item) => Promise<unknown>;
  /** Returns true for items whose change can be undone. Undefined if all can. */
  canUndo?: (item: Item) => boolean;
  /** Content of the question before the action. Without it, the bar asks if the action is final for an item. */
  warning?: (chosen: Item[]) => ReactNode;
  /** Name of several items in that question. */
  many?: string;
  /** Renders a question of its own instead; `run` continues. */
  ask?: (run: (send: (item: Item) => Promise<unknown>) => void, cancel: () => void, chosen: Item[]) => ReactNode;
}

interface Props<Item extends TitledItem> {
  selection: Selection<Item>;
  actions: readonly BulkAction<Item>[];
  onChanged: () => Promise<unknown>;
}

export function BulkBar<Item extends TitledItem>({ selection, actions, onChanged }: Props<Item>) {
  const { chosen, isWhole, chooseAll } = selection;
  const listAffected = ({ appliesTo }: BulkAction<Item>) => (appliesTo ? chosen.filter(appliesTo) : chosen);
  /** Counts the items for which the action is final. */
  const countFinal = ({ canUndo, ...action }: BulkAction<Item>) =>
    canUndo ? listAffected(action).filter((item) => !canUndo(item)).length : 0;
  const mustAsk = (action: BulkAction<Item>) => Boolean(action.ask || action.warning) || countFinal(action) > 0;
  const affecting = actions.filter((action) => listAffected(action).length > 0);
  const [running, setRunning] = useState<string>();
  const [progress, setProgress] = useState<BulkProgress>();
  const [asking, setAsking] = useState<BulkAction<Item>>();
  const [failed, setFailed] = useState<BulkFailure[]>([]);

  function report({ done, failed: failures }: BulkResult<Item>, action: BulkAction<Item>) {
    setFailed(failures);
    if (done.length === 0) return;
    const { undo, canUndo = () => true } = action;
    const undoable = done.filter(canUndo);
    if (undo && undoable.length > 0)
      undoToast(action.done(done.length), async () => {
        const back = await changeEach(undoable, undo, setProgress);
        setFailed(back.failed);
        await onChanged();
        setProgress(undefined);
      });
    else toast.success(action.done(done.length));
  }

  async function run(action: BulkAction<Item>, send = action.send) {
    setAsking(undefined);
    setRunning(action.text);
    const result = await changeEach(listAffected(action), send, setProgress);
    await onChanged();
    setProgress(undefined);
    setRunning(undefined);
    chooseAll(false);
    report(result, action);
  }

  return (
    <section
      aria-label="Elegidos"
      className="sticky top-14 z-10 mb-2 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 bg-bg py-1 pl-4 lg:top-0"
    >
      <Checkbox
        label="Elegir todos los de esta página"
        checked={isWhole}
        onChange={(event) => chooseAll(event.target.checked)}
      />
      <p aria-live="polite" className="text-small font-semibold tabular-nums empty:hidden">
        {chosen.length > 0 && (chosen.length === 1 ? '1 elegido' : `${formatCount(chosen.length)} elegidos`)}
      </p>
      {progress && progress.total > concurrency && (
        <p role="status" className="text-small text-muted tabular-nums">
          {`${formatCount(progress.finished)} de ${formatCount(progress.total)}`}
        </p>
      )}
      {affecting.map((action) => (
        <Button
          key={action.text}
          kind={action.isDangerous ? 'danger' : 'secondary'}
          size="small"
          icon={action.icon}
          busy={running === action.text}
          disabled={running !== undefined}
          onClick={() => (mustAsk(action) ? setAsking(action) : run(action))}
        >
          {action.text}
        </Button>
      ))}
      {affecting
        .filter(({ isDangerous }) => isDangerous)
        .map((action) => (
          <p key={action.text} className="text-note text-muted">
            {mustAsk(action) ? `«${action.text}» pregunta antes.` : `«${action.text}» no pregunta: se puede deshacer.`}
          </p>
        ))}
      {asking &&
        (asking.ask ? (
          asking.ask(
            (send) => run(asking, send),
            () => setAsking(undefined),
            listAffected(asking),
          )
        ) : (
          <ConfirmDialog
            title={formatQuestion(asking, listAffected(asking))}
            onCancel={() => setAsking(undefined)}
            onConfirm={() => run(asking)}
          >
            {asking.warning?.(listAffected(asking)) ?? warnOfFinals(countFinal(asking), listAffected(asking).length)}
          </ConfirmDialog>
        ))}
      {failed.length > 0 && <Failures failed={failed} onClose={() => setFailed([])} />}
    </section>
  );
}

const formatQuestion = ({ text, many = '' }: { text: string; many?: string }, chosen: readonly TitledItem[]) =>
  chosen.length === 1
    ? `¿${text} «${chosen[0]?.title}»?`
    : `¿${`${text} ${formatCount(chosen.length)} ${many}`.trim()}?`;

/** Says which of the items an action that can be undone for the others loses. */
function warnOfFinals(finals: number, chosen: number): string {
  if (finals === chosen) return 'Esta acción no se puede deshacer.';
  const lost = finals === 1 ? 'Uno no se puede' : `${formatCount(finals)} no se pueden`;
  return `${lost} recuperar. De los demás podrás deshacerlo.`;
}

function Failures({ failed, onClose }: { failed: readonly BulkFailure[]; onClose: () => void }) {
  return (
    <Dialog
      title={failed.length === 1 ? 'Uno no se ha podido cambiar' : `${failed.length} no se han podido cambiar`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Entendido</Button>}
    >
      <p className="mb-3">El resto sí ha cambiado.</p>
      <ul className="flex flex-col gap-2">
        {failed.map(({ id, title, reason }) => (
          <li key={id}>
            <strong className="block break-words">{title}</strong>
            <span className="text-small text-danger">
              <FailureText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
