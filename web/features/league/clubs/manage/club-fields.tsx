import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { ProtectionContact } from '../../../../../shared/contract/clubs.ts';
import { isEmbedHost, maxEmbedHosts } from '../../../../../shared/domain/embed-hosts.ts';
import { type SideKind, sideKinds } from '../../../../../shared/domain/score.ts';
import { cleanEmail, simpleEmail } from '../../../../../shared/domain/simple-email.ts';
import { isBlank } from '../../../../../shared/domain/visible-text.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Textarea } from '../../../../ui/textarea.tsx';
import { SwitchField } from '../../../platform/back-office/switch-field.tsx';
import { TextField } from '../../../platform/back-office/text-field.tsx';

export interface ClubForm {
  name: string;
  visible: boolean;
  /** Undefined for a new club. */
  momentKinds?: SideKind[];
  publicClips?: boolean;
  viewerClips?: boolean;
  scoreInPreviews?: boolean;
  /** Hosts, one per line. */
  embedHosts?: string;
  /** Its fields are empty if there is no contact. */
  protection?: ProtectionContact;
}

export function ClubFields({ form, disabled = false }: { form: UseFormReturn<ClubForm>; disabled?: boolean }) {
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Nombre"
        requiredError="El nombre del club es requerido"
        maxLength={120}
      />
      <SwitchField
        control={form.control}
        name="visible"
        label="Club visible"
        on="Se ve en la web"
        off="Oculto"
        disabled={disabled}
      />
    </>
  );
}

/** The person to whom families turn about the protection of minors (LOPIVI art. 48). */
export function ProtectionFields({ form }: { form: UseFormReturn<ClubForm> }) {
  const [name, email] = form.watch(['protection.name', 'protection.email']);
  return (
    <section aria-labelledby="protection" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p id="protection" className="text-small font-semibold">
          Protección de menores
        </p>
        <p className="text-note text-muted">
          La persona a la que acuden las familias. Sale en la página del club, como pide la ley (LOPIVI, artículo 48).
        </p>
      </div>
      <TextField
        form={form}
        name="protection.name"
        label="Persona de contacto"
        autoComplete="off"
        maxLength={120}
        validate={(typed = '') => !email || !isBlank(typed) || 'Escribe el nombre de la persona de contacto'}
      />
      <TextField
        form={form}
        name="protection.email"
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={254}
        validate={(typed = '') =>
          (!name && !typed) || simpleEmail.test(cleanEmail(typed)) || 'Escribe un email como nombre@tuclub.es'
        }
      />
      <TextField
        form={form}
        name="protection.phone"
        label="Teléfono"
        type="tel"
        autoComplete="off"
        maxLength={30}
        hint="Si quieres que aparezca."
      />
    </section>
  );
}

/** Trims the contact; null if it has neither name nor email. */
export const toProtection = ({ name, email, phone }: ProtectionContact): ProtectionContact | null =>
  name.trim() || email.trim() ? { name: name.trim(), email: email.trim(), phone: phone.trim() } : null;

export const noProtection: ProtectionContact = { name: '', email: '', phone: '' };

/** Kinds of score actions that become moments of the recording by themselves. */
export function MomentKinds({ form, disabled }: { form: UseFormReturn<ClubForm>; disabled: boolean }) {
  return (
    <fieldset className="flex flex-col gap-1" disabled={disabled}>
      <legend className="mb-1 text-small font-semibold">Qué marca la mesa</legend>
      <p className="text-note text-muted">Lo que la mesa apunte de tu club se marcará solo en la grabación.</p>
      <Controller
        control={form.control}
        name="momentKinds"
        render={({ field: { value = [], onChange } }) => (
          <div className="grid grid-cols-1 sm:grid-cols-2">
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={names[kind]}
                checked={value.includes(kind)}
                onChange={(event) =>
                  onChange(kinds.filter((one) => (one === kind ? event.target.checked : value.includes(one))))
                }
              />
            ))}
          </div>
        )}
      />
    </fieldset>
  );
}

export function ClipSettings({ form, disabled }: { form: UseFormReturn<ClubForm>; disabled: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-small font-semibold">Clips</p>
      <p className="text-note text-muted">
        Jugadas cortas de tus partidos. Las públicas se ven sin cuenta y se comparten con un enlace.
      </p>
      <SwitchField
        control={form.control}
        name="publicClips"
        label="Permitir clips públicos"
        on="Se pueden publicar"
        off="Solo los ve el club"
        disabled={disabled}
      />
      <SwitchField
        control={form.control}
        name="viewerClips"
        label="Los abonados pueden hacer clips"
        on="Sí"
        off="No"
        disabled={disabled}
      />
      <p className="text-note text-muted">
        Sus clips solo los ven ellos y vosotros, hasta que el club los publique. Los encontrarás en la página de cada
        video, y podrás eliminarlos.
      </p>
    </div>
  );
}

interface Props {
  form: UseFormReturn<ClubForm>;
  disabled: boolean;
  children: ReactNode;
}

/** Embeds and link previews on other sites; `children` is the code to copy. */
export function EmbedSettings({ form, disabled, children }: Props) {
  return (
    <section aria-labelledby="elsewhere" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p id="elsewhere" className="text-small font-semibold">
          Insertar en otras webs
        </p>
        <p className="text-note text-muted">
          Pon tu calendario y tus partidos en la web del club. Solo se verán en los dominios que escribas aquí.
        </p>
      </div>
      <Textarea
        label="Dominios de tu web"
        rows={2}
        placeholder="www.tuclub.es"
        spellCheck={false}
        autoCapitalize="none"
        hint={`Uno en cada línea, hasta ${maxEmbedHosts}. Con *. delante valen todos sus subdominios.`}
        error={form.formState.errors.embedHosts?.message}
        {...form.register('embedHosts', { validate: (typed = '') => validateHosts(typed) ?? true })}
      />
      {children}
      <SwitchField
        control={form.control}
        name="scoreInPreviews"
        label="Enseñar el resultado al compartir"
        on="Se ve en tu web y en los enlaces compartidos"
        off="Quien lo oculta no se lo encuentra"
        disabled={disabled}
      />
    </section>
  );
}

/** Parses typed hosts; international domain names become Punycode. */
export function parseHosts(typed: string): string[] {
  return typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((host) => {
      const [, every = '', name = ''] = /^(\*\.)?(.*)$/.exec(host.replace(/^https?:\/\//i, '')) ?? [];
      return every + (URL.canParse(`https://${name}`) ? new URL(`https://${name}`).host : name);
    });
}

function validateHosts(typed: string): string | undefined {
  const hosts = parseHosts(typed);
  if (hosts.length > maxEmbedHosts) return `Como máximo, ${maxEmbedHosts} dominios`;
  const wrong = hosts.find((host) => !isEmbedHost(host));
  return wrong && `«${wrong}» no es un dominio. Escríbelo como www.tuclub.es`;
}

const kinds: SideKind[] = [...new Set([...sideKinds.SOCCER, ...sideKinds.BASKET])];

const names: Record<SideKind, string> = {
  GOAL: 'Goles',
  OWN_GOAL: 'Goles en propia puerta',
  YELLOW_CARD: 'Tarjetas amarillas',
  RED_CARD: 'Tarjetas rojas',
  SAVE: 'Paradas',
  OTHER: 'Otras jugadas',
  ONE_POINT: 'Tiros libres',
  TWO_POINTS: 'Canastas de dos',
  THREE_POINTS: 'Triples',
  FOUL: 'Faltas',
  TIME_OUT: 'Tiempos muertos',
};
