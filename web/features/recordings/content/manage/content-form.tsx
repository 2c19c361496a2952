/** The content form, to upload and to edit, with its conversion to the API's body. */
import type { UseFormReturn } from 'react-hook-form';
import type { ManagedContent } from '../../../../../shared/contract/content.ts';
import { isBlank } from '../../../../../shared/domain/visible-text.ts';
import type { ClubChoice } from '../../../../ui/club-picker.tsx';
import { Textarea } from '../../../../ui/textarea.tsx';
import { ChoiceField } from '../../../platform/back-office/choice-field.tsx';
import { ClubsField } from '../../../platform/back-office/clubs-field.tsx';
import { toIds } from '../../../platform/back-office/list-filters.ts';
import { SwitchField } from '../../../platform/back-office/switch-field.tsx';
import { TextField } from '../../../platform/back-office/text-field.tsx';
import { useCategorySearch } from './queries.ts';

export interface ContentForm {
  title: string;
  category: { id: string; name: string } | null;
  description: string;
  visible: boolean;
  clubs: ClubChoice[];
}

export const emptyContent: ContentForm = { title: '', category: null, description: '', visible: false, clubs: [] };

export const toContentForm = (video: ManagedContent): ContentForm => ({
  title: video.title,
  category: { id: String(video.categoryId), name: video.categoryName },
  description: video.description,
  visible: video.visible,
  clubs: video.clubs.map(({ id, name }) => ({ id, name })),
});

export const toContentBody = ({ title, category, description, visible, clubs }: ContentForm) => ({
  title: title.trim(),
  categoryId: Number(category?.id),
  description,
  visible,
  clubIds: toIds(clubs),
});

export const isComplete = ({ title, category }: Pick<ContentForm, 'title' | 'category'>) =>
  !isBlank(title) && category !== null;

export function ContentFields({ form, whenVisible }: { form: UseFormReturn<ContentForm>; whenVisible: string }) {
  const { register, control } = form;
  const searchCategories = useCategorySearch();
  return (
    <>
      <TextField
        form={form}
        name="title"
        label="Título"
        requiredError="El título del contenido es requerido"
        maxLength={200}
      />
      <ChoiceField
        control={control}
        name="category"
        label="Categoría"
        requiredError="La categoría es requerida"
        placeholder="Elige una categoría"
        emptyText="No se encontraron categorías"
        search={searchCategories}
      />
      <Textarea label="Descripción" maxLength={5000} {...register('description')} />
      <ClubsField control={control} />
      <SwitchField control={control} name="visible" label="Contenido visible" on={whenVisible} off="Oculto" />
    </>
  );
}
