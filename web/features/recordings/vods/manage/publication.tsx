/** The publication state of a club's video, where admins decide about one that waits. */

import type { ManagedVod } from '../../../../../shared/contract/vod.ts';
import { api } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { useAct } from '../../../../ui/use-act.ts';
import { useManagement } from '../../../platform/back-office/use-management.ts';

/** Without `vod`, describes the video that is about to be uploaded. */
export function Publication({ vod }: { vod?: ManagedVod }) {
  const { isClubStaff } = useManagement();
  const { icon, title, text } = isClubStaff ? describePublication(vod) : forAdmins;
  return (
    <section aria-label="Publicación" className="flex gap-3 rounded-md border border-line bg-surface p-4 text-small">
      <span className={icon === 'check' ? 'text-success' : 'text-muted'}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-muted">{text}</p>
        {!isClubStaff && vod && <Decision vod={vod} />}
      </div>
    </section>
  );
}

function Decision({ vod }: { vod: ManagedVod }) {
  const deciding = useAct({
    send: (visible: boolean) => api('PATCH /live/vods/{id}', { params: { id: vod.id }, body: { visible } }),
    success: (_, visible) => (visible ? 'Video publicado' : 'El video se queda oculto'),
    failure: 'Error al actualizar el Video',
    stale: ['managed-vod', 'managed-vods'],
  });
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button size="small" busy={deciding.isPending} onClick={() => deciding.mutate(true)}>
        Publicar ahora
      </Button>
      <Button size="small" kind="secondary" disabled={deciding.isPending} onClick={() => deciding.mutate(false)}>
        Dejarlo oculto
      </Button>
    </div>
  );
}

interface Look {
  icon: IconName;
  title: string;
  text: string;
}

const forAdmins: Look = {
  icon: 'clock',
  title: 'Espera a que lo publiques',
  text: 'Nadie fuera del panel lo ve todavía. Viene de un club o de una emisión grabada, y nadie ha decidido sobre él.',
};

function describePublication(vod: ManagedVod | undefined): Look {
  if (vod?.visible && vod.status === 'FINISHED') {
    return { icon: 'check', title: 'Publicado', text: 'Ya está en la web, en las páginas de tu club y de su evento.' };
  }
  if (!vod || vod.awaitsPublication || vod.status !== 'FINISHED') {
    return {
      icon: 'clock',
      title: 'Lo publica Cantera TV',
      text: 'En cuanto el video esté listo avisamos a los administradores, que lo revisan y lo hacen visible. Hasta entonces solo se ve en el panel, y aquí pondrá cuándo está publicado.',
    };
  }
  return {
    icon: 'eyeOff',
    title: 'De momento está oculto',
    text: 'Los administradores lo han revisado y no se ve en la web. Si crees que es un error, escríbeles.',
  };
}
