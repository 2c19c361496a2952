import type { MatterStep } from '../../../../shared/contract/matters.ts';
import { capitalise, formatDay } from '../../../lib/format.ts';

export function MatterSteps({ steps }: { steps: readonly MatterStep[] }) {
  return (
    <ol aria-label="Pasos" className="flex flex-col gap-3 border-l-2 border-line pl-4">
      {steps.map(({ at, what, by, text }) => (
        <li key={`${at} ${what}`} className="list-none! ml-0!">
          <p className="text-note text-muted">{`${capitalise(formatDay(at))} · ${byTexts[by]}`}</p>
          <p className="font-semibold text-text!">{stepTexts[what]}</p>
          {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        </li>
      ))}
    </ol>
  );
}

const stepTexts = {
  RECEIVED: 'Aviso recibido',
  HIDDEN_FIRST: 'Oculto mientras se revisa',
  TOLD: 'Decisión comunicada',
  KEEP: 'Se mantiene',
  CUT: 'Se quitan unos segundos',
  HIDE: 'Se retira',
  ASK: 'Se piden más datos',
  UNDONE: 'Decisión deshecha',
  RESTORED: 'Los segundos quitados se ven otra vez: se revisa de nuevo',
  DATA: 'Datos recibidos',
  APPEAL: 'Se pide otra revisión',
  RELEASED: 'Se vuelve a mostrar mientras se revisa',
  NAMED: 'Se ha encontrado el partido o video',
} as const;

const byTexts = { writer: 'Quien avisa', platform: 'Cantera TV', club: 'El club', admin: 'Cantera TV' } as const;
