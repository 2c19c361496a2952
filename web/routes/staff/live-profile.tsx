/** /live-profile: edits an admin's broadcast profile, with its stream key and number of viewers. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Sport } from '../../../shared/contract/schema.ts';
import { passwordMinLength } from '../../../shared/domain/limits.ts';
import { isBlank } from '../../../shared/domain/visible-text.ts';
import { PastBroadcasts } from '../../features/broadcast/broadcasts/past-broadcasts.tsx';
import { SlugField } from '../../features/broadcast/cameras/slug-field.tsx';
import { SignalLight } from '../../features/broadcast/ingest/signal-light.tsx';
import { SignalPanel } from '../../features/broadcast/ingest/signal-panel.tsx';
import { StreamAccess } from '../../features/broadcast/ingest/stream-access.tsx';
import { EventField, SportField } from '../../features/platform/back-office/event-field.tsx';
import { TextField } from '../../features/platform/back-office/text-field.tsx';
import { useDraft } from '../../features/platform/back-office/use-draft.ts';
import { useEdit } from '../../features/platform/back-office/use-edit.ts';
import { type Answer, api } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { withQuery } from '../../lib/safe-path.ts';
import { useSession } from '../../session/session.tsx';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LiveBadge, StatusPill } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Fact, FormLayout, Panel } from '../../ui/form-layout.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Textarea } from '../../ui/textarea.tsx';

type Profile = Answer<'GET /live/users/me'>['data']['user'];

export default function LiveProfilePage() {
  const { data, isPending, error, refetch } = useQuery(ownProfileQuery);
  if (isPending) return <PageSpinner />;
  if (!data) return <LoadFailure heading error={error} />;
  return <LiveProfile profile={data} reload={async () => (await refetch()).data} />;
}

interface ProfileForm {
  sport: Sport;
  sportEventId: string;
  slug: string;
  title: string;
  summary: string;
  oldPassword: string;
  newPassword: string;
}

const toForm = (profile: Profile): ProfileForm => ({
  sport: profile.sport ?? 'SOCCER',
  sportEventId: profile.sportEventId ?? '',
  slug: profile.slug ?? '',
  title: profile.title ?? '',
  summary: profile.summary ?? '',
  oldPassword: '',
  newPassword: '',
});

/** The passwords are sent only if they are filled. */
const toBody = ({ sportEventId, slug, title, ...rest }: ProfileForm) => ({
  ...rest,
  sportEventId: sportEventId || null,
  slug: slug.trim(),
  title: title.trim(),
});

const nothingToShowText = 'Debe seleccionar un evento deportivo o indicar un título';

function LiveProfile({ profile, reload }: { profile: Profile; reload: () => Promise<Profile | undefined> }) {
  const queries = useQueryClient();
  const session = useSession();
  const { form, layout } = useEdit({
    item: profile,
    reload,
    toForm,
    toBody,
    send: async (changes, version) => {
      const { data } = await api('PATCH /live/users/me', { body: { ...changes, version } });
      queries.setQueryData(ownProfileQuery.queryKey, data.user);
      form.setValue('oldPassword', '');
      form.setValue('newPassword', '');
      await session.refresh();
    },
    staleKeys: [],
    success: 'Usuario actualizado con éxito.',
  });
  const { errors } = form.formState;
  const keepDraft = useDraft('live-profile', form);

  return (
    <>
      <BackOfficeHeading title="Perfil del Directo">
        {profile.isLive && profile.slug && (
          <LinkButton to={paths.live(profile.slug)} kind="secondary" icon="play">
            Ver el directo
          </LinkButton>
        )}
      </BackOfficeHeading>
      <div className="mb-6 xl:max-w-248">
        <SignalLight slug={profile.slug ?? ''} live={profile.isLive ?? false} />
      </div>
      <FormLayout
        {...layout}
        submitText="Guardar cambios"
        aside={
          <>
            <BroadcastState profile={profile} />
            <SignalPanel live={profile.isLive ?? false} />
          </>
        }
        asideFirst
        below={<PastBroadcasts />}
      >
        <TextInput label="Email" value={profile.email} readOnly className="bg-raised!" autoComplete="username" />
        <SportField form={form} />
        <EventField
          form={form}
          createPath={withQuery(paths.manage.events.create, { returnTo: 'liveProfile' })}
          onCreate={keepDraft}
          deps="title"
          validate={(id, { title = '' }) => id !== '' || !isBlank(title) || nothingToShowText}
        />
        <SlugField form={form} hint="Será la dirección del directo: /live/slug" />
        <TextField
          form={form}
          name="title"
          label="Título"
          maxLength={200}
          hint="Sin título se muestra el del evento."
          deps="sportEventId"
        />
        <Textarea label="Descripción" maxLength={5000} {...form.register('summary')} />
        <BroadcastKeys profile={profile} />
        <h2 className="mt-2 text-lead">Cambiar contraseña</h2>
        <PasswordInput
          label="Contraseña actual"
          error={errors.oldPassword?.message}
          {...form.register('oldPassword', {
            validate: (old, { newPassword }) =>
              old !== '' || newPassword === '' || 'Old password is required when setting a new password',
          })}
        />
        <PasswordInput
          label="Nueva contraseña"
          autoComplete="new-password"
          hint="Déjala vacía para no cambiarla."
          error={errors.newPassword?.message}
          {...form.register('newPassword', {
            validate: (next, { oldPassword }) => {
              if (next === '') return oldPassword === '' || 'La nueva contraseña es requerida';
              return next.length >= passwordMinLength || 'La contraseña debe tener al menos 8 caracteres';
            },
          })}
        />
      </FormLayout>
    </>
  );
}

function BroadcastState({ profile }: { profile: Profile }) {
  return (
    <Panel title="Estado">
      <dl>
        <Fact label="Emisión">
          {profile.isLive ? <LiveBadge text="En directo" /> : <StatusPill>Offline</StatusPill>}
        </Fact>
        <Fact label="Espectadores ahora">{formatCount(profile.analytics?.liveViewers ?? 0)}</Fact>
        <Fact label="Espectadores únicos">{formatCount(profile.analytics?.uniqueLiveViewers ?? 0)}</Fact>
      </dl>
    </Panel>
  );
}

function BroadcastKeys({ profile }: { profile: Profile }) {
  if (!profile.streamServer || !profile.streamAuthKey) {
    return (
      <p className="rounded-sm bg-raised p-3 text-small text-muted">
        El servidor y la clave de emisión aparecerán aquí al guardar el perfil por primera vez.
      </p>
    );
  }
  return (
    <StreamAccess
      server={profile.streamServer}
      streamKey={profile.streamAuthKey}
      hint="Quien tiene la clave puede emitir en tu nombre: no la compartas."
      staleKey="own-profile"
    />
  );
}

/** Milliseconds; live state and number of viewers change by themselves. */
const pollIntervalMs = 10_000;

/** An admin's own data, with the broadcast profile. */
const ownProfileQuery = queryOptions({
  queryKey: ['own-profile'],
  queryFn: async ({ signal }) => (await api('GET /live/users/me', { signal })).data.user,
  refetchInterval: pollIntervalMs,
});
