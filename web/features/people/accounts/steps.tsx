/** The form steps that sign-up and subscription wizard share. */
import { passwordHint } from '../../../../shared/domain/limits.ts';
import { nationalDigits } from '../../../../shared/domain/phone.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ClubPicker } from '../../../ui/club-picker.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { searchClubs } from '../../league/clubs/queries.ts';
import type { Basic, Contact, Problem, Security } from './account-validation.ts';
import { TermsCheckbox } from './terms.tsx';

interface StepProps<Values> {
  values: Values;
  onChange: (values: Values) => void;
  problem: Problem | undefined;
}

export function BasicStep({
  values,
  onChange,
  problem,
  club,
  onClub,
}: StepProps<Basic> & {
  club: { id: string; name: string } | undefined;
  onClub: (club: { id: string; name: string } | undefined) => void;
}) {
  const set = (part: Partial<Basic>) => onChange({ ...values, ...part });
  const noPreference = values.clubId === '';
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextInput
          label="Nombre"
          name="name"
          required
          autoComplete="given-name"
          maxLength={100}
          value={values.name}
          error={getError(problem, 'name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextInput
          label="Apellidos"
          name="surname"
          required
          autoComplete="family-name"
          maxLength={100}
          value={values.surname}
          error={getError(problem, 'surname')}
          onChange={(event) => set({ surname: event.target.value })}
        />
      </div>
      <TextInput
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={values.email}
        error={getError(problem, 'email')}
        onChange={(event) => set({ email: event.target.value })}
      />
      <div>
        <ClubPicker
          label="Tu club favorito"
          required
          search={searchClubs}
          chosen={club ? [club] : []}
          disabled={noPreference}
          error={getError(problem, 'clubId')}
          onChange={(clubs) => {
            const latest = clubs.at(-1);
            onClub(latest);
            set({ clubId: latest?.id });
          }}
        />
        <Checkbox
          label="Sin preferencia"
          checked={noPreference}
          onChange={(event) => {
            onClub(undefined);
            set({ clubId: event.target.checked ? '' : undefined });
          }}
        />
      </div>
    </>
  );
}

export function ContactStep({ values, onChange, problem }: StepProps<Contact>) {
  const set = (part: Partial<Contact>) => onChange({ ...values, ...part });
  return (
    <>
      <TextInput
        label="Teléfono"
        name="phone"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        value={values.phone}
        error={getError(problem, 'phone')}
        onChange={(event) => set({ phone: nationalDigits(event.target.value) })}
      />
      <TextInput
        label="DNI, NIE o CIF"
        name="documentId"
        required
        autoCapitalize="characters"
        spellCheck={false}
        value={values.documentId}
        error={getError(problem, 'documentId')}
        onChange={(event) => set({ documentId: cleanDocumentId(event.target.value) })}
      />
      <TextInput
        label="Calle y número"
        name="streetName"
        required
        autoComplete="street-address"
        maxLength={200}
        value={values.streetName}
        error={getError(problem, 'streetName')}
        onChange={(event) => set({ streetName: event.target.value })}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_9rem]">
        <TextInput
          label="Municipio"
          name="municipality"
          required
          autoComplete="address-level2"
          maxLength={100}
          value={values.municipality}
          error={getError(problem, 'municipality')}
          onChange={(event) => set({ municipality: event.target.value })}
        />
        <TextInput
          label="Código postal"
          name="zipCode"
          required
          inputMode="numeric"
          autoComplete="postal-code"
          value={values.zipCode}
          error={getError(problem, 'zipCode')}
          onChange={(event) => set({ zipCode: keepDigits(event.target.value, 5) })}
        />
      </div>
    </>
  );
}

export function SecurityStep({ values, onChange, problem, email }: StepProps<Security> & { email: string }) {
  const set = (part: Partial<Security>) => onChange({ ...values, ...part });
  return (
    <>
      {/* Password managers store the password under this email. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="Contraseña"
        name="password"
        required
        autoComplete="new-password"
        maxLength={256}
        hint={passwordHint}
        value={values.password}
        error={getError(problem, 'password')}
        onChange={(event) => set({ password: event.target.value })}
      />
      <PasswordInput
        label="Repite la contraseña"
        name="confirmation"
        required
        autoComplete="new-password"
        maxLength={256}
        value={values.confirmation}
        error={getError(problem, 'confirmation')}
        onChange={(event) => set({ confirmation: event.target.value })}
      />
      <div>
        <Checkbox
          label="Quiero recibir novedades y ofertas por email"
          checked={values.marketing}
          onChange={(event) => set({ marketing: event.target.checked })}
        />
        <TermsCheckbox checked={values.terms} error={getError(problem, 'terms')} onChange={(terms) => set({ terms })} />
      </div>
    </>
  );
}

const keepDigits = (text: string, maxLength: number) => text.replace(/\D/g, '').slice(0, maxLength);

/** Cleans a document id such as '12.345.678-z', as many cards have it. */
const cleanDocumentId = (text: string) =>
  text
    .replace(/[\s.·/-]/g, '')
    .toUpperCase()
    .slice(0, 9);

const getError = (problem: Problem | undefined, field: string) => (problem?.field === field ? problem.text : undefined);
