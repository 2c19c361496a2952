/** The clubs of an item in a form: admins choose them, club staff have only their own club. */
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { searchManagedClubs, searchStaffClubs, useManagement } from './use-management.ts';

export function ClubsField<Form extends FieldValues & { clubs: ClubChoice[] }>({
  control,
  hint,
  onChosen,
}: {
  control: Control<Form>;
  hint?: string;
  /** Called after a change, with the clubs before it. */
  onChosen?: (clubs: ClubChoice[], before: ClubChoice[]) => void;
}) {
  const { isClubStaff, clubId } = useManagement();
  return (
    <Controller
      control={control}
      name={'clubs' as FieldPath<Form>}
      render={({ field }) => (
        <ClubPicker
          label="Clubes"
          hint={hint}
          search={isClubStaff ? searchStaffClubs : searchManagedClubs}
          chosen={field.value}
          onChange={(clubs) => {
            const before = field.value;
            field.onChange(clubs);
            onChosen?.(clubs, before);
          }}
          disabled={isClubStaff}
          locked={clubId ? [clubId] : []}
          suggestions={field.value.length > 0 ? 10 : 5}
        />
      )}
    />
  );
}
