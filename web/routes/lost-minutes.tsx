/** /si-no-se-ve: the table by which a part of a match's price goes back for minutes without a picture. */

import { refundTable } from '../../shared/domain/lost-minutes.ts';
import { pages } from '../../shared/domain/pages.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';

export default function LostMinutesPage() {
  return (
    <LegalPage title={pages.lostMinutes.title}>
      <p>
        Un partido se compra para verlo. Si se cancela, o si dos días después nadie ha podido verlo, devolvemos todo. Y
        si solo falta una parte, devolvemos una parte: sin pedirla, a quien lo compró, en la misma tarjeta o cuenta.
      </p>
      <h2>Cuánto devolvemos</h2>
      <table className="w-full border-collapse text-left [&_td]:border-line [&_td]:border-t [&_td]:py-3 [&_th]:py-2">
        <thead>
          <tr>
            <th scope="col">Tiempo de juego sin imagen</th>
            <th scope="col" className="text-right">
              Devolvemos
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ share, back }) => (
            <tr key={share}>
              <td>{share}</td>
              <td className="text-right font-semibold tabular-nums">{back}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Cómo se cuenta</h2>
      <ul className="flex flex-col gap-2">
        <li>Cuenta el tiempo jugado según el acta del marcador: cada parte, de pitido a pitido.</li>
        <li>
          Falta un minuto cuando no hay imagen de él ni en el directo ni en la grabación. Una cámara puesta en otro
          partido es un partido sin imagen.
        </li>
        <li>
          Si la señal del campo llegaba a trompicones, cuentan los segundos parados que vieron quienes miraban. Los
          cortes de la conexión de cada uno no cuentan.
        </li>
        <li>
          Se mide al día siguiente del partido, cuando ya ha subido lo que la cámara guardó sin cobertura. Los minutos
          perdidos quedan a la vista en la página del partido; quien lo compra después, lo compra sabiéndolo.
        </li>
        <li>De un partido sin marcador no se sabe cuándo se jugó: solo se devuelve si no se ve nada de él.</li>
        <li>Una suscripción o un abono cubren muchos partidos: sus minutos se publican igual, pero no se devuelven.</li>
      </ul>
    </LegalPage>
  );
}

const inOrder = refundTable.toReversed();
const rows = [
  { share: `Menos del ${inOrder[0]?.from} %`, back: 'Nada' },
  ...inOrder.map(({ from, back }, index) => {
    const next = inOrder[index + 1];
    return {
      share: next ? `Del ${from} % al ${next.from} %` : `${from} % o más`,
      back: back === 100 ? 'Todo' : `${back} %`,
    };
  }),
];
