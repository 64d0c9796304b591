// Paging of the lists that are read by offset.

type Page = { length: number } | { data: { length: number } };

/** Where the next page begins; null after a page with fewer items than its size, the last one. */
export const nextOffset =
  (size: number) =>
  (page: Page, pages: readonly unknown[]): number | null => {
    const { length } = 'data' in page ? page.data : page;
    return length < size ? null : pages.length * size;
  };
