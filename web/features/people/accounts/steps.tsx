/** The form steps that sign-up and subscription wizard share. */
import { nationalDigits } from '../../../../shared/domain/phone.ts';
import type { Fields } from '../../../lib/use-fields.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ClubPicker } from '../../../ui/club-picker.tsx';
import { EmailInput, TextInput } from '../../../ui/text-input.tsx';
import { searchClubs } from '../../league/clubs/queries.ts';
import type { Basic, Contact, Security } from './account-validation.ts';
import { NewPassword } from './new-password.tsx';
import { TermsLabel } from './terms.tsx';

interface StepProps<Values extends object> {
  form: Pick<Fields<Values>, 'values' | 'set' | 'errors' | 'field'>;
}

export function BasicStep({ form: { values, set, errors, field } }: StepProps<Basic>) {
  const { club } = values;
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextInput label="Nombre" required autoComplete="given-name" maxLength={100} {...field('name')} />
        <TextInput label="Apellidos" required autoComplete="family-name" maxLength={100} {...field('surname')} />
      </div>
      <EmailInput required {...field('email')} />
      <div>
        <ClubPicker
          label="Tu club favorito"
          required
          search={searchClubs}
          chosen={club ? [club] : []}
          disabled={club === null}
          error={errors.club}
          onChange={(clubs) => set({ club: clubs.at(-1) })}
        />
        <Checkbox
          label="Sin preferencia"
          checked={club === null}
          onChange={(event) => set({ club: event.target.checked ? null : undefined })}
        />
      </div>
    </>
  );
}

export function ContactStep({ form: { field } }: StepProps<Contact>) {
  return (
    <>
      <TextInput
        label="Teléfono"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...field('phone', nationalDigits)}
      />
      <TextInput
        label="DNI, NIE o CIF"
        required
        autoCapitalize="characters"
        spellCheck={false}
        {...field('documentId', cleanDocumentId)}
      />
      <TextInput
        label="Calle y número"
        required
        autoComplete="street-address"
        maxLength={200}
        {...field('streetName')}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_9rem]">
        <TextInput
          label="Municipio"
          required
          autoComplete="address-level2"
          maxLength={100}
          {...field('municipality')}
        />
        <TextInput
          label="Código postal"
          required
          inputMode="numeric"
          autoComplete="postal-code"
          {...field('zipCode', (text) => text.replace(/\D/g, '').slice(0, 5))}
        />
      </div>
    </>
  );
}

export function SecurityStep({ form, email }: { form: Pick<Fields<Security>, 'field' | 'box'>; email: string }) {
  return (
    <>
      <NewPassword form={form} email={email} />
      <div>
        <Checkbox label="Quiero recibir novedades y ofertas por email" {...form.box('marketing')} />
        <Checkbox required label={<TermsLabel />} {...form.box('terms')} />
      </div>
    </>
  );
}

/** Cleans a document id such as '12.345.678-z', as many cards have it. */
const cleanDocumentId = (text: string) =>
  text
    .replace(/[\s.·/-]/g, '')
    .toUpperCase()
    .slice(0, 9);
