/** A page of a back-office list, as the lists keep it. */

/** The title names the item in messages and to screen readers. */
export interface Titled {
  id: string;
  title: string;
}

export interface ListPage<Item> {
  rows: Item[];
  totalPages: number;
}
