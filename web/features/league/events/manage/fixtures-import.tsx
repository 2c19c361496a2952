/** Imports a season's matches from a file or pasted rows, after a preview of each line. */

import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type FixtureLine, fixtureColumns } from '../../../../../shared/domain/fixtures.ts';
import { decodeSpreadsheet } from '../../../../../shared/domain/spreadsheet-text.ts';
import { type Answer, api, type ErrorText, errorText } from '../../../../lib/api.ts';
import { formatKickOff } from '../../../../lib/format.ts';
import { readAgain } from '../../../../lib/query-keys.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { unreadableFileText } from '../../../../lib/unreadable-file.ts';
import { StatusPill, type Tone } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailureLine } from '../../../../ui/failure-line.tsx';
import { ScrollRegion } from '../../../../ui/scroll-region.tsx';
import { Textarea } from '../../../../ui/textarea.tsx';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export function FixturesImport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" icon="upload" onClick={() => setOpen(true)}>
        Importar partidos
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { isClubStaff, area } = useManagement();
  const queries = useQueryClient();
  const [csv, setCsv] = useState('');
  const [lines, setLines] = useState<FixtureLine[]>();
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState('');
  const [failure, setFailure] = useState<ErrorText | string>();

  async function importCsv(content: string, dry: boolean) {
    setBusy(true);
    setFailure(undefined);
    try {
      const received: FixtureLine[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const { data }: Answer<'POST /live/fixtures'> = await api(`POST /${area}/fixtures`, {
          body: { csv: content, dry, from },
        });
        received.push(...data.lines);
        setProgress(data.next === null ? '' : `${received.length} de ${data.total}`);
        from = data.next;
      }
      setLines(received);
      setDone(!dry);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
      setProgress('');
      // Lines imported before a failure stay: importing the file again continues there.
      if (!dry) readAgain(queries, ['managed-events']);
    }
  }

  async function preview(content: string) {
    setLines(undefined);
    setDone(false);
    setCsv(content);
    if (content.trim()) await importCsv(content, true);
  }

  async function choose(file: File | undefined) {
    const bytes = await file?.arrayBuffer().catch(() => undefined);
    await preview(bytes ? decodeSpreadsheet(new Uint8Array(bytes)) : '');
    if (file && !bytes) setFailure(unreadableFileText);
  }

  const changes = lines?.filter(isChange).length ?? 0;
  return (
    <Dialog
      title="Importar partidos"
      wide
      onClose={onClose}
      actions={
        <>
          {lines && !done && changes > 0 && (
            <Button disabled={busy} onClick={() => importCsv(csv, false)}>
              {changes === 1 ? 'Importar 1 partido' : `Importar ${changes} partidos`}
            </Button>
          )}
          {done && <Button onClick={onClose}>Listo</Button>}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p id={`${id}-help`} className="text-small">
          Un archivo CSV con las columnas {required.join(', ')}, y si quieres {optional.join(', ')}. Puedes subirlo las
          veces que quieras: solo cambia lo que sea distinto. {isClubStaff && 'Solo entran los partidos de tu club. '}
        </p>
        <Button
          kind="secondary"
          size="small"
          className="self-start"
          onClick={() => saveFile(new Blob([template], { type: 'text/csv' }), 'partidos.csv')}
        >
          Descargar una plantilla
        </Button>
        <label htmlFor={id} className="font-semibold text-text">
          Archivo CSV
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-describedby={`${id}-help`}
          disabled={busy}
          className="min-h-11 text-small file:mr-3 file:min-h-11 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold file:text-text"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <Textarea
          label="O pega aquí tu hoja, con la fila de títulos"
          rows={3}
          disabled={busy}
          onPaste={(event) => {
            event.preventDefault();
            const text = event.clipboardData.getData('text/plain');
            event.currentTarget.value = text;
            preview(text);
          }}
          onBlur={(event) => event.target.value !== csv && preview(event.target.value)}
        />
        {busy && <p role="status">{`${lines ? 'Importando…' : 'Leyendo el archivo…'} ${progress}`}</p>}
        <FailureLine className="" text={failure} />
        {lines && <Preview lines={lines} done={done} />}
      </div>
    </Dialog>
  );
}

function Preview({ lines, done }: { lines: readonly FixtureLine[]; done: boolean }) {
  const count = (wanted: FixtureLine['outcome'], one: string, many = `${one}s`) => {
    const count = lines.filter(({ outcome }) => outcome === wanted).length;
    return `${count} ${count === 1 ? one : many}`;
  };
  const counts = [
    count('created', 'nuevo'),
    ...(lines.some(({ outcome }) => outcome === 'recovered') ? [count('recovered', 'recuperado')] : []),
    count('moved', 'movido'),
    count('unchanged', 'sin cambios', 'sin cambios'),
    count('refused', 'rechazado'),
  ];
  // Rejected lines come first, then changes; unchanged ones are not listed.
  const changes = [...lines.filter(({ outcome }) => outcome === 'refused'), ...lines.filter(isChange)];
  return (
    <>
      <p role="status" className="font-semibold text-text">
        {done ? 'Importado: ' : ''}
        {`${counts.join(', ')}.`}
      </p>
      {changes.length > 0 && (
        <ScrollRegion label="Líneas" className="max-h-72 overflow-y-auto">
          <ul className="flex flex-col divide-y divide-line text-small">
            {changes.map(({ number, match, scheduledStartDate, venue, outcome, reason }) => (
              <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <span className="w-16 shrink-0 tabular-nums">Línea {number}</span>
                <StatusPill tone={outcomeLooks[outcome].tone}>{outcomeLooks[outcome].text}</StatusPill>
                <span className="min-w-0 flex-1 break-words text-text">
                  {match}
                  {scheduledStartDate && (
                    <span className="block text-muted">
                      {[formatKickOff(scheduledStartDate), venue].filter(Boolean).join(' · ')}
                    </span>
                  )}
                </span>
                {reason && <span className="w-full text-danger">{reason}</span>}
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </>
  );
}

const isChange = ({ outcome }: FixtureLine) => ['created', 'recovered', 'moved'].includes(outcome);

const outcomeLooks: Record<FixtureLine['outcome'], { text: string; tone: Tone }> = {
  created: { text: 'Nuevo', tone: 'success' },
  recovered: { text: 'Estaba eliminado: vuelve oculto', tone: 'warning' },
  moved: { text: 'Se mueve', tone: 'info' },
  unchanged: { text: 'Sin cambios', tone: 'neutral' },
  refused: { text: 'Rechazado', tone: 'danger' },
};

/** Headings with their accents; the file may leave them out. */
const spellings: Partial<Record<string, string>> = { categoria: 'categoría', competicion: 'competición' };
const spell = (columns: readonly string[]) => columns.map((name) => spellings[name] ?? name);
const [required, optional] = [spell(fixtureColumns.required), spell(fixtureColumns.optional)];

/** The file begins with a byte order mark, by which spreadsheets recognise UTF-8. */
const template = `\uFEFF${[...required, ...optional].join(';')}\r\n2027-03-06;18:30;Nombre del local;Nombre del visitante;fútbol;alevín;Liga;12;Campo Municipal;90;A;\r\n`;
