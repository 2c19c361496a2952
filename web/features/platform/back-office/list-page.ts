/** An item with the title by which messages and screen readers name it. */
export interface TitledItem {
  id: string;
  title: string;
}

/** A page of a back-office list, as the query cache keeps it. */
export interface ListPage<Item> {
  rows: Item[];
  totalPages: number;
}
