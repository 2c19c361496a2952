/** What the slug of a camera may be; the server has the same rule and the last word. */
export const slugRules = {
  validate: (slug: string) => {
    if (slug.trim() === '') return 'El slug es requerido';
    return (
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim()) || 'El slug solo puede tener letras minúsculas, números y guiones'
    );
  },
};
