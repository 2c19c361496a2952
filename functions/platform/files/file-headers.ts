/** Headers of an answer that browsers save as a file. */
export const toFileHeaders = (filename: string, type = 'text/csv; charset=utf-8') => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${filename}"`,
  'cache-control': 'no-store',
});
