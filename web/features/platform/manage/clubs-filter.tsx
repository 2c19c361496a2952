/** A list filter by clubs. */
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { searchManagedClubs } from './use-management.ts';

export function ClubsFilter({ chosen, onChange }: { chosen: ClubChoice[]; onChange: (clubs: ClubChoice[]) => void }) {
  return (
    <div className="w-full sm:w-64">
      <ClubPicker label="Filtrar por club" hideLabel search={searchManagedClubs} chosen={chosen} onChange={onChange} />
    </div>
  );
}
