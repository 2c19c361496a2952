/** The dialog 'Atajos de teclado', opened by '?' or from the settings. */
import { Dialog } from '../ui/dialog.tsx';

const recordingKeys = [
  ['J  L', '10 segundos atrás o adelante'],
  ['←  →', '10 segundos atrás o adelante'],
  ['Mayús + ← →', 'jugada anterior o siguiente'],
  ['0 … 9', 'al 0 %, 10 %… 90 % del video'],
  ['Inicio  Fin', 'al principio o al final'],
  [',  .', 'un fotograma atrás o adelante, en pausa'],
];
const liveKeys = [['Fin', 'volver al directo']];

export function KeysDialog({ live, onClose }: { live: boolean; onClose: () => void }) {
  const keys = [
    ['Espacio  K', 'reproducir o pausar'],
    ...(live ? liveKeys : recordingKeys),
    ['↑  ↓', 'volumen'],
    ['M', 'quitar o poner el sonido'],
    ['F', 'pantalla completa'],
    ['P', 'imagen en imagen'],
    ['C', 'subtítulos, si los hay'],
    ['?', 'esta lista'],
    ['← ↑ → ↓', 'fuera del video: moverse por la página; Intro abre'],
  ];
  return (
    <Dialog title="Atajos de teclado" onClose={onClose}>
      <dl className="player-keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key?.split('  ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
