/**
 * Every DynamoDB table of the product, declared once: the stacks and the local DynamoDB both read this list.
 * All keys are strings: `pk` (hash) and `sk` (range).
 */
export interface TableSpec {
  name: string;
  indexes?: { name: string; pk: string; sk?: string }[];
  /** The attribute, in seconds since 1970, after which an item may go. Deletion is late: reads compare the time too. */
  ttl?: string;
}

export const tables: TableSpec[] = [];
