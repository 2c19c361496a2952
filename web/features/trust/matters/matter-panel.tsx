/** One matter of the queue with picture, place, sender and text, and the decision with its reason. */
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Answer, Matter } from '../../../../shared/contract/matters.ts';
import { matterReasonTexts, matterStateTexts } from '../../../../shared/domain/matter-texts.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';
import { type ErrorText, errorText } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatCount, formatDuration, formatLongDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { Reply } from './followed-matter.tsx';
import { MatterCut } from './matter-cut.tsx';
import { MatterMoment } from './matter-moment.tsx';
import { MatterSteps } from './matter-steps.tsx';
import { NameTarget } from './name-target.tsx';
import { type MatterActing, useMatterAction } from './queries.ts';
import { SameOrigin } from './same-origin.tsx';

export function MatterPanel({ matter }: { matter: Matter }) {
  const action = useMatterAction(matter.id);
  const failure = action.isError ? errorText(action.error) : undefined;
  const { number, title, state, isHidden, picture, path, second, about, clubs, writer, undoUntil } = matter;
  return (
    <article
      aria-label={`Denuncia ${number}`}
      className="flex min-w-0 flex-col gap-4 rounded-sm border border-line bg-surface p-5"
    >
      <header className="flex flex-wrap items-start gap-4">
        {picture && <img src={picture} alt="" className="aspect-video w-48 rounded-sm bg-raised object-cover" />}
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lead font-semibold wrap-anywhere">{title}</h2>
          <p className="text-small text-muted">{`${number} · ${matterStateTexts[state]} · ${isHidden ? 'Oculto' : 'A la vista'}`}</p>
          <p className="text-small text-muted">{clubs.map(({ name }) => name).join(', ')}</p>
          {path && (
            <Link
              to={path}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {second === null ? 'Abrir la página' : `Abrir la página (minuto ${formatDuration(second)})`}
            </Link>
          )}
          {!path && <p className="text-small wrap-anywhere">{`Sin página conocida: ${about}`}</p>}
        </div>
      </header>
      {matter.recordings[0] && second !== null && <MatterMoment recording={matter.recordings[0]} second={second} />}
      <p
        className={cx('font-semibold', matter.minor && 'text-danger')}
      >{`${matterReasonTexts[matter.reason]}${matter.minor ? ' · Se reconoce a un menor' : ''}`}</p>
      <p className="whitespace-pre-line wrap-anywhere">{matter.message}</p>
      <p className="text-small wrap-anywhere text-muted">
        {writer
          ? [writer.name, relationTexts[matter.relation], writer.email, writer.phone].filter(Boolean).join(' · ')
          : relationTexts[matter.relation]}
      </p>
      <MatterSteps steps={matter.steps} />
      {undoUntil && <UndoBar key={undoUntil} until={undoUntil} action={action} />}
      {matter.sameOrigin.length > 0 && <SameOrigin matters={matter.sameOrigin} action={action} />}
      {matter.canName && !undoUntil && (
        <NameTarget key={`name ${matter.version}`} matter={matter} action={action} error={failure} />
      )}
      {matter.answers.length > 0 && !undoUntil && (
        <Decision key={matter.version} matter={matter} action={action} error={failure} />
      )}
      {matter.canAppeal && (
        <Reply
          label="¿Por qué pide el club otra revisión?"
          button="Pedir otra revisión"
          busy={action.isPending}
          error={failure}
          onSend={(message) => action.mutate({ do: 'appeal', message })}
        />
      )}
    </article>
  );
}

interface DecisionProps {
  matter: Matter;
  action: MatterActing;
  error: ErrorText | undefined;
}

function Decision({ matter, action, error }: DecisionProps) {
  const { answers, deadline, recordings, loss, version } = matter;
  const lossId = useId();
  const [reasons, setReasons] = useState('');
  const [isCutting, setCutting] = useState(false);
  const [recording] = recordings;
  const offered = answers.filter((answer) => answer !== 'CUT' || recording);
  const submit = (event: FormEvent) => event.preventDefault();
  const decide = (answer: Answer) => action.mutate({ do: 'decide', answer, reasons, version });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <Textarea
        label="Motivos"
        hint={`Los recibirán quien avisa y el club. Hay que contestar antes del ${formatLongDate(deadline)}.`}
        required
        rows={3}
        maxLength={3000}
        value={reasons}
        error={error}
        onChange={(event) => setReasons(event.target.value)}
      />
      {loss && <HideLoss id={lossId} loss={loss} />}
      <div className="flex flex-wrap gap-3">
        {offered.map((answer) => (
          <Button
            key={answer}
            kind={answer === 'HIDE' ? 'danger' : 'secondary'}
            aria-describedby={answer === 'HIDE' && loss ? lossId : undefined}
            busy={action.isPending}
            disabled={isBlank(reasons)}
            onClick={() => (answer === 'CUT' ? setCutting(true) : decide(answer))}
          >
            {answerTexts[answer]}
          </Button>
        ))}
      </div>
      {isCutting && recording && (
        <MatterCut
          matter={matter}
          onCut={() => {
            setCutting(false);
            decide('CUT');
          }}
          onClose={() => setCutting(false)}
        />
      )}
    </form>
  );
}

const answerTexts = { KEEP: 'Dejarlo', CUT: 'Quitar unos segundos', HIDE: 'Quitarlo', ASK: 'Pedir más datos' } as const;
const relationTexts = {
  GUARDIAN: 'Madre, padre o tutor legal',
  SELF: 'Sale en la imagen',
  OTHER: 'Otra persona',
} as const;

/**
 * Offers to undo a decision until both sides are notified. Takes the focus, because the decision's buttons are gone.
 */
function UndoBar({ until, action }: { until: string; action: MatterActing }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(until) - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return <p role="status">Decisión tomada. La estamos comunicando a las dos partes.</p>;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-sm bg-raised p-3">
      <p className="mr-auto">Decisión tomada. En unos segundos la comunicaremos a las dos partes.</p>
      <Button kind="secondary" busy={action.isPending} autoFocus onClick={() => action.mutate({ do: 'undo' })}>
        Deshacer
      </Button>
    </div>
  );
}

/** Says before 'Quitarlo' who may watch the item now, how many have bought it and what disappears with it. */
function HideLoss({ id, loss }: { id: string; loss: NonNullable<Matter['loss']> }) {
  return (
    <p id={id} className="text-small">
      {`${watcherTexts[loss.watchers]} y ${describeBuyers(loss)}${describeGone(loss)}.`}
    </p>
  );
}

const watcherTexts = {
  EVERYBODY: 'Ahora lo puede ver cualquiera',
  FAMILIES: 'Ahora lo pueden ver las familias confirmadas',
  NOBODY: 'Ahora no lo ve nadie',
} as const;

function describeBuyers({ buyers }: { buyers: number }): string {
  if (buyers === 0) return 'no lo ha comprado nadie';
  return buyers === 1 ? 'lo ha comprado 1 persona' : `lo han comprado ${formatCount(buyers)} personas`;
}

function describeGone({ watchers, recordings, clips }: NonNullable<Matter['loss']>): string {
  const gone = [
    recordings > 0 && `${formatCount(recordings)} ${recordings === 1 ? 'grabación' : 'grabaciones'}`,
    clips > 0 && `${formatCount(clips)} ${clips === 1 ? 'clip' : 'clips'}`,
  ].filter(Boolean);
  if (gone.length === 0) return '';
  const isOne = recordings + clips === 1;
  const verb =
    watchers === 'NOBODY' ? (isOne ? 'seguirá sin verse' : 'seguirán sin verse') : isOne ? 'desaparece' : 'desaparecen';
  return `; si lo quitas, ${verb} también ${gone.join(' y ')}`;
}
