/** Validates a camera's slug; the server repeats the check. */
export const slugRules = {
  validate: (slug: string) => {
    if (slug.trim() === '') return 'El slug es requerido';
    return (
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim()) || 'El slug solo puede tener letras minúsculas, números y guiones'
    );
  },
};
