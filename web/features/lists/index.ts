// What other features may use of lists of people.
export { PersonLists } from './parts.ts';
export { keyOf, READY_PARTS, textOf } from './parts-text.ts';
export {
  candidatesQuery,
  countQuery,
  type List,
  listsQuery,
  type Selection,
  type SelectionPart,
} from './queries.ts';
export { SelectionFields } from './SelectionFields.tsx';
