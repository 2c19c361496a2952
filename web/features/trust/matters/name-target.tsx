/** Names the match or video of a matter whose page is unknown: by a search, or by its address. */
import { type FormEvent, useState } from 'react';
import type { Matter } from '../../../../shared/contract/matters.ts';
import { api, type ErrorText } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import type { MatterActing } from './queries.ts';

interface Props {
  matter: Matter;
  action: MatterActing;
  error: ErrorText | undefined;
}

export function NameTarget({ matter, action, error }: Props) {
  const isNamed = matter.answers.includes('HIDE');
  const [isOpen, setOpen] = useState(!isNamed);
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  if (!isOpen) {
    return (
      <Button kind="quiet" className="self-start" onClick={() => setOpen(true)}>
        No es este: elegir otro
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) action.mutate({ do: 'name', page: chosen.id, version: matter.version });
  };
  return (
    <form noValidate className="flex flex-col gap-3 rounded-sm border border-line p-4" onSubmit={submit}>
      <ChoicePicker
        label="¿De qué partido o video se trata?"
        hint={
          matter.kind === 'OBJECTION' && matter.minor
            ? 'Se ocultará en cuanto lo guardes, con sus grabaciones.'
            : 'Hasta que no se sepa, no se puede retirar.'
        }
        placeholder="Busca por equipos, o pega la dirección"
        emptyText="Nada que se vea tiene ese nombre"
        search={findItems}
        chosen={chosen}
        error={error}
        onChange={setChosen}
      />
      <Button type="submit" kind="secondary" className="self-start" busy={action.isPending} disabled={!chosen}>
        Es este
      </Button>
    </form>
  );
}

/** An address is offered as it is: the server finds its item. */
async function findItems(text: string) {
  if (text.includes('/')) return [{ id: text, name: `La dirección ${text}` }];
  const { sportEvents, vods, clips } = (await api('GET /search', { query: { search: text, page: 1 } })).data;
  return [
    ...sportEvents.items.map(({ id, title, scheduledStartDate }) => ({
      id: paths.event(id),
      name: `Partido: ${title} · ${formatDay(scheduledStartDate)}`,
    })),
    ...vods.items.map(({ id, title, dateCreated }) => ({
      id: paths.vod(id),
      name: `Video: ${title} · ${formatDay(dateCreated)}`,
    })),
    ...clips.items.map(({ id, title }) => ({ id: paths.clip(id), name: `Clip: ${title}` })),
  ];
}
