/** /clubs/manage/{id}: admins edit every club; club staff edit their own and view the others. */
import { useParams } from 'react-router-dom';
import type { ManagedClub } from '../../../shared/contract/clubs.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import {
  ClipSettings,
  ClubFields,
  type ClubForm,
  EmbedSettings,
  MomentKinds,
  noProtection,
  ProtectionFields,
  parseHosts,
  toProtection,
} from '../../features/league/clubs/manage/club-fields.tsx';
import { clubQueries, useManagedClub } from '../../features/league/clubs/manage/queries.ts';
import { DeleteItem } from '../../features/platform/back-office/delete-item.tsx';
import { ItemLoader } from '../../features/platform/back-office/item-loader.tsx';
import { PictureUpload } from '../../features/platform/back-office/picture-upload.tsx';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { useManagement } from '../../features/platform/back-office/use-management.ts';
import { EmbedCode } from '../../features/reach/embeds/embed-code.tsx';
import { LastChange } from '../../features/trust/audit/last-change.tsx';
import { rightsPath } from '../../features/trust/rights/rights-path.ts';
import { api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Fact, FormLayout, Panel } from '../../ui/form-layout.tsx';

type EditableClub = Omit<ManagedClub, 'userFavoritedCount'> & Partial<Pick<ManagedClub, 'userFavoritedCount'>>;

export default function EditClubPage() {
  const { isClubStaff } = useManagement();
  const { id = '' } = useParams();
  return (
    <ItemLoader
      query={useManagedClub(id)}
      missing="Club no encontrado"
      text="Error al cargar el club"
      fallback="Error al cargar el club"
      list={
        isClubStaff
          ? { to: paths.manage.vods.list, text: 'Ver mis videos' }
          : { to: paths.manage.clubs.list, text: 'Ver los clubes' }
      }
    >
      {(item, reload) => <EditClub club={item} reload={reload} />}
    </ItemLoader>
  );
}

const toForm = ({ name, visible, momentKinds = [], ...chosen }: EditableClub): ClubForm => ({
  name,
  visible,
  momentKinds,
  publicClips: chosen.publicClips ?? false,
  viewerClips: chosen.viewerClips ?? false,
  scoreInPreviews: chosen.scoreInPreviews ?? false,
  embedHosts: (chosen.embedHosts ?? []).join('\n'),
  protection: chosen.protection ?? noProtection,
});

const toBody = ({ name, embedHosts = '', protection = noProtection, ...chosen }: ClubForm) => ({
  ...chosen,
  name: name.trim(),
  embedHosts: parseHosts(embedHosts),
  protection: toProtection(protection),
});

function EditClub({ club, reload }: { club: EditableClub; reload: () => Promise<EditableClub | undefined> }) {
  const { isClubStaff, area, clubId } = useManagement();
  const readOnly = isClubStaff && clubId !== club.id;
  const params = { id: club.id };
  const { form, isDirty, layout } = useEdit({
    item: club,
    reload,
    toForm,
    toBody,
    send: (changes, version) => api(`PATCH /${area}/clubs/{id}`, { params, body: { ...changes, version } }),
    staleKeys: clubQueries,
    success: 'Club actualizado correctamente',
    failure: 'Error al actualizar el club',
  });

  return (
    <>
      <BackOfficeHeading title={isClubStaff && !readOnly ? 'Mi Club' : 'Editar club'}>
        {!readOnly && (
          <LinkButton to={rightsPath('equipos', club.id)} kind="secondary" icon="lock">
            Contrato y autorizaciones
          </LinkButton>
        )}
        {club.visible && (
          <LinkButton to={paths.club(club.id)} kind="secondary" icon="external">
            Ver en la web
          </LinkButton>
        )}
      </BackOfficeHeading>
      {readOnly && (
        <p role="status" className="mb-5 max-w-160 rounded-sm bg-raised p-3 text-small text-muted">
          Solo puedes editar tu propio club.
        </p>
      )}
      <FormLayout
        {...layout}
        submitText="Guardar cambios"
        ready={isDirty && !readOnly && !isBlank(form.watch('name'))}
        disabled={readOnly}
        aside={
          <>
            {club.userFavoritedCount !== undefined && (
              <Panel title="Datos del club">
                <dl>
                  <Fact label="Favorito de">{formatCount(club.userFavoritedCount)}</Fact>
                </dl>
              </Panel>
            )}
            <PictureUpload
              kind="club"
              current={club.thumbnail}
              send={`POST /${area}/clubs/{id}/thumbnail`}
              id={club.id}
              part="thumbFile"
              staleKeys={clubQueries}
              disabled={readOnly}
            />
          </>
        }
        below={
          !isClubStaff && (
            <DeleteItem
              name={club.name}
              button="Eliminar club"
              text="Eliminar el club lo quita de la web y de los partidos en los que aparece, y cierra las cuentas de su personal."
              send={() => api('DELETE /live/clubs/{id}', { params })}
              success="Club eliminado correctamente"
              failure="Error al eliminar el club"
              list={paths.manage.clubs.list}
              itemKey="managed-club"
              listKey="managed-clubs"
            />
          )
        }
      >
        <ClubFields form={form} disabled={readOnly} />
        <ProtectionFields form={form} />
        <MomentKinds form={form} disabled={readOnly} />
        <ClipSettings form={form} disabled={readOnly} />
        <EmbedSettings form={form} disabled={readOnly}>
          <EmbedCode
            embed={{ kind: 'club', id: club.id }}
            title={`Calendario de ${club.name}`}
            label="Código del calendario"
          />
          <p className="text-note text-muted">El código de cada partido y de cada video está en su ficha.</p>
        </EmbedSettings>
      </FormLayout>
      <LastChange kind="clubs" id={club.id} version={club.version} />
    </>
  );
}
